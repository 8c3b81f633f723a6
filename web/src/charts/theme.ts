/** The tokens that charts draw with, read once for each theme. */

import { inkOf as mixedInk } from '../base/color';
import { onTokensChanged, token } from '../base/tokens';

const kTokens = [
  '--bg-card', '--bg-inset', '--text-1', '--text-2', '--text-3', '--grid', '--axis', '--cursor',
  '--ink', '--on-ink', '--accent', '--danger', '--border-control', '--s-muted', '--font',
] as const;

type TokenName = (typeof kTokens)[number];

export interface ChartTheme {
  readonly token: Readonly<Record<TokenName, string>>;
  readonly rawAlpha: number;
  readonly bandAlpha: number;
}

let current: ChartTheme | null = null;
let watching = false;

export function chartTheme(): ChartTheme {
  if (!watching) {
    watching = true;
    onTokensChanged(() => (current = null));
  }
  current ??= {
    token: Object.fromEntries(kTokens.map((name) => [name, token(name)])) as Record<TokenName, string>,
    rawAlpha: Number(token('--raw-alpha')),
    bandAlpha: Number(token('--band-alpha')),
  };
  return current;
}

/** Text in a series' colour, dark or light enough to be read. */
export function inkOf(color: string, theme: ChartTheme): string {
  return mixedInk(color, theme.token['--text-1']);
}
