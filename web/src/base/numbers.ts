/**
 * How the page writes numbers: 4 significant digits, a value that is not zero
 * never as "0", − for minus, and one format for all ticks of an axis.
 */

const kMinus = '−';
const kGroups = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const kLeastPlain = 1e-3;
const kMostPlain = 1e7;
const kMostMantissa = 3; // Digits of ticks behind the point; with more, all have as many.

function sign(text: string): string {
  return text.replace(/-/g, kMinus);
}

function notFinite(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '∞' : `${kMinus}∞`;
}

function exponential(value: number, digits: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(digits).split('e');
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  return sign(`${short}e${exponent.replace('+', '')}`);
}

/** A value in a table, tooltip or label; values of like size align. */
export function formatValue(value: number): string {
  if (!Number.isFinite(value)) return notFinite(value);
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < kLeastPlain || size >= kMostPlain) return exponential(value, 3);
  if (size >= 999.95 || Number.isInteger(value)) return sign(kGroups.format(value));
  return sign(value.toPrecision(4));
}

/** As short as its 4 digits allow: for hyperparameters and chips. */
export function formatShort(value: number): string {
  const text = formatValue(value);
  return text.includes('.') && !text.includes('e') ? text.replace(/\.?0+$/, '') : text;
}

/** With its sign, for differences. */
export function formatChange(value: number): string {
  return value > 0 ? `+${formatValue(value)}` : formatValue(value);
}

/** Steps and counts: every digit, in groups of three. */
export function formatInteger(value: number | bigint): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return notFinite(value);
  return sign(kGroups.format(value));
}

const kThousands = ['', ' k', ' M', ' G', ' T', ' P'];

/** "21.6 M": counts from a million on; smaller ones in full. */
export function formatCount(value: number): string {
  if (Math.abs(value) < 1e6) return formatInteger(value);
  let size = value;
  let unit = 0;
  while (Math.abs(size) >= 999.5 && unit < kThousands.length - 1) {
    size /= 1000;
    ++unit;
  }
  return sign(String(Number(size.toPrecision(3)))) + (kThousands[unit] ?? '');
}

const kByteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** "4.8 GB", in powers of ten, as disks are sold. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < kByteUnits.length - 1) {
    size /= 1000;
    ++unit;
  }
  const digits = unit === 0 || size >= 99.5 ? 0 : 1;
  return `${size.toFixed(digits)} ${kByteUnits[unit] ?? ''}`;
}

/** "2 h 51 min": two units at most. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return notFinite(seconds);
  const size = Math.abs(seconds);
  const minus = seconds < 0 ? kMinus : '';
  if (size === 0) return '0 s';
  if (size < 1e-3) return `${minus}${formatValue(size * 1e6)} µs`;
  if (size < 0.9995) return `${minus}${formatShort(Number((size * 1e3).toPrecision(3)))} ms`;
  if (size < 9.95) return `${minus}${size.toFixed(1)} s`;
  const whole = Math.round(size);
  if (whole < 60) return `${minus}${whole} s`;
  const two = (high: number, unit: string, low: number, lesser: string): string =>
    `${minus}${high} ${unit}${low === 0 ? '' : ` ${low} ${lesser}`}`;
  if (whole < 3600) return two(Math.floor(whole / 60), 'min', whole % 60, 's');
  if (whole < 86400) return two(Math.floor(whole / 3600), 'h', Math.floor((whole % 3600) / 60), 'min');
  return two(Math.floor(whole / 86400), 'd', Math.floor((whole % 86400) / 3600), 'h');
}

/** How many digits behind the point tell steps of `gap` in `values` whole, or
 * nearly: at most two beyond the first that matters. */
function decimalsOf(values: readonly number[], gap: number): number {
  const least = Math.max(0, -Math.floor(Math.log10(gap) + 1e-9));
  for (let digits = least; digits < least + 2; ++digits) {
    const size = 10 ** digits;
    const whole = (value: number): boolean => Math.abs(value * size - Math.round(value * size)) < gap * size * 1e-3;
    if (values.every(whole)) return digits;
  }
  return least + 2;
}

function leastGap(values: readonly number[]): number {
  let least = Infinity;
  for (let i = 1; i < values.length; ++i) {
    const gap = Math.abs((values[i] ?? 0) - (values[i - 1] ?? 0));
    if (gap > 0) least = Math.min(least, gap);
  }
  return Number.isFinite(least) ? least : Math.abs(values[0] ?? 0) || 1;
}

function grouped(text: string): string {
  return text.replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
}

/** Ticks of one axis, in order: all in one format, with digits enough to tell
 * neighbours apart. */
export function formatTicks(values: readonly number[]): string[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return values.map(() => '0');
  const gap = leastGap(values);
  const zero = gap * 1e-6;
  const plain = (value: number): string => (Math.abs(value) < zero ? '0' : '');
  if (largest < kLeastPlain * 1.5 || gap < 9e-5 || largest >= 1e9) {
    const digits = Math.max(0, Math.ceil(Math.log10(largest / gap) - 1e-9));
    if (digits <= kMostMantissa) return values.map((value) => plain(value) || exponential(value, digits));
    if (largest < 1e16 && gap >= 0.999) return values.map((value) => formatInteger(Math.round(value)));
    return values.map((value) => plain(value) || sign(value.toExponential(Math.min(digits, 15)).replace('e+', 'e')));
  }
  if (largest >= 1e4 && gap >= 10) {
    const million = largest >= 1e6 && gap >= 1e4;
    const unit = million ? 1e6 : 1e3;
    const digits = Math.min(decimalsOf(values.map((value) => value / unit), gap / unit), 3);
    const write = (value: number): string =>
      sign(`${Number((value / unit).toFixed(digits))}${million ? 'M' : 'k'}`);
    return values.map((value) => plain(value) || write(value));
  }
  const digits = Math.min(decimalsOf(values, gap), 12);
  return values.map((value) => plain(value) || sign(grouped(value.toFixed(digits))));
}
