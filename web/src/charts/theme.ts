/** The visual language's colours for canvases, read from the tokens and read again when the theme changes. */

const colorTokens = [
  '--bg-card', '--bg-inset', '--text-1', '--text-2', '--text-3', '--grid', '--axis', '--cursor',
  '--ink', '--on-ink', '--accent', '--danger', '--border-control', '--s-muted', '--font',
] as const; // prettier-ignore

type TokenName = (typeof colorTokens)[number];

export interface ChartTheme {
  readonly token: Readonly<Record<TokenName, string>>;
  readonly rawAlpha: number;
  readonly bandAlpha: number;
}

let current: ChartTheme | null = null;
let watching = false;
const listeners = new Set<() => void>();

function forget(): void {
  current = null;
  for (const listener of listeners) listener();
}

function watch(): void {
  watching = true;
  new MutationObserver(forget).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'class'],
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', forget);
}

export function chartTheme(): ChartTheme {
  if (current !== null) return current;
  if (!watching) watch();
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  const token = Object.fromEntries(colorTokens.map((name) => [name, read(name)])) as Record<TokenName, string>;
  current = { token, rawAlpha: Number(read('--raw-alpha')), bandAlpha: Number(read('--band-alpha')) };
  return current;
}

/** Calls back when canvases must be drawn anew; returns how to stop. */
export function onThemeChange(listener: () => void): () => void {
  if (!watching) watch();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function channels(color: string): readonly [number, number, number] {
  const hex = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  if (hex !== undefined) {
    const bits = Number.parseInt(hex, 16);
    return [bits >> 16, (bits >> 8) & 255, bits & 255];
  }
  const parts = /rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(color);
  if (parts === null) return [128, 128, 128];
  return [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}

export function colorChannels(color: string): readonly [number, number, number] {
  return channels(color);
}

/** `share` of the second colour in the first. */
export function mix(first: string, second: string, share: number): string {
  const a = channels(first);
  const b = channels(second);
  const part = (i: 0 | 1 | 2): number => Math.round(a[i] + (b[i] - a[i]) * share);
  return `rgb(${part(0)}, ${part(1)}, ${part(2)})`;
}

/** Text in a series' colour, dark or light enough to be read. */
export function inkOf(color: string, theme: ChartTheme): string {
  return mix(color, theme.token['--text-1'], 0.3);
}
