/** Colours as the visual language counts with them: mixing and contrast. */

export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Of #rgb, #rrggbb or rgb(1, 2, 3); anything else is an error. */
export function parseColor(text: string): Rgb {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short) {
    const [r = 0, g = 0, b = 0] = short.slice(1).map((digit) => parseInt(digit + digit, 16));
    return { r, g, b };
  }
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (long) {
    const [r = 0, g = 0, b = 0] = long.slice(1).map((digits) => parseInt(digits, 16));
    return { r, g, b };
  }
  const numbers = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(text);
  if (numbers) {
    const [r = 0, g = 0, b = 0] = numbers.slice(1).map(Number);
    return { r, g, b };
  }
  throw new Error(`not a colour: ${text}`);
}

export function formatColor({ r, g, b }: Rgb): string {
  const hex = (part: number): string =>
    Math.round(Math.min(255, Math.max(0, part)))
      .toString(16)
      .padStart(2, '0');
  return `#${hex(r)}${hex(g)}${hex(b)}`;
}

/** `share` of `b`, the rest of `a`. */
export function mix(a: string, b: string, share: number): string {
  const x = parseColor(a);
  const y = parseColor(b);
  const part = (p: number, q: number): number => p + (q - p) * share;
  return formatColor({ r: part(x.r, y.r), g: part(x.g, y.g), b: part(x.b, y.b) });
}

/** Text in a series' colour: 30 % of --text-1, so that it can be read. */
export function inkOf(series: string, text1: string): string {
  return mix(series, text1, 0.3);
}

function linear(part: number): number {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function luminance(color: string): number {
  const { r, g, b } = parseColor(color);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** WCAG's contrast of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const x = luminance(a);
  const y = luminance(b);
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

export const kSeriesColors = 20;

/** Number of a run or group to its colour's slot, 0 to 19. */
export function slotOfNumber(number: number): number {
  return ((number % kSeriesColors) + kSeriesColors) % kSeriesColors;
}
