/** Which values of a column are wanted, as people write it: `0.1..3`, `64..`,
 * `..3`, or some values by name, `adam,sgd`. */

export interface ValueRange {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** `0.1..3`, `0.1..` or `..3`. */
export function parseValues(text: string): ValueRange | null {
  const found = /^([^.]*(?:\.[^.]+)?)\.\.(.*)$/.exec(text);
  if (found === null) return null;
  const [low, high] = [found[1]?.trim() ?? '', found[2]?.trim() ?? ''];
  const result: { atLeast?: number; atMost?: number } = {};
  if (low !== '' && Number.isFinite(Number(low))) result.atLeast = Number(low);
  if (high !== '' && Number.isFinite(Number(high))) result.atMost = Number(high);
  return result.atLeast === undefined && result.atMost === undefined ? null : result;
}

/** Null for what means nothing. */
export function valueTest(text: string): ((value: unknown) => boolean) | null {
  const range = parseValues(text);
  if (range !== null) {
    const { atLeast = -Infinity, atMost = Infinity } = range;
    return (value) => typeof value === 'number' && value >= atLeast && value <= atMost;
  }
  if (text.includes('..')) return null;
  const words = text.split(',').map((word) => word.trim()).filter((word) => word !== '');
  if (words.length === 0) return null;
  return (value) => value !== null && value !== undefined
    && words.some((word) => String(value) === word || (typeof value === 'number' && value === Number(word)));
}

/** "lr 3e-5 – 1e-3", "batch ≥ 64", "optimizer adam". */
export function valueFilterText(name: string, text: string): string {
  if (parseValues(text) === null) return `${name} ${text}`;
  const [low = '', high = ''] = text.split('..').map((end) => end.trim());
  if (high === '') return `${name} ≥ ${low}`;
  return low === '' ? `${name} ≤ ${high}` : `${name} ${low} – ${high}`;
}

type Value = number | string | boolean | null | undefined;

/** Numbers before words; what is not there comes last, whichever way. */
export function compareValues(a: Value, b: Value, sign: 1 | -1): number {
  const absent = (value: Value): number => Number(value === null || value === undefined || Number.isNaN(value));
  if (absent(a) + absent(b) > 0) return absent(a) - absent(b);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  if (typeof a === 'number' || typeof b === 'number') return sign * (typeof a === 'number' ? -1 : 1);
  return sign * String(a).localeCompare(String(b), 'en', { numeric: true });
}
