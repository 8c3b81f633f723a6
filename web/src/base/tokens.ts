/**
 * Values of the visual language's tokens for what is drawn on a canvas. They
 * are read once, and again after the theme has changed.
 */

const known = new Map<string, string>();
const watchers = new Set<() => void>();

export function token(name: string): string {
  let value = known.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    known.set(name, value);
  }
  return value;
}

/** Whoever draws with tokens draws again when they change. */
export function onTokensChanged(redraw: () => void): () => void {
  watchers.add(redraw);
  return () => watchers.delete(redraw);
}

export function forgetTokens(): void {
  known.clear();
  for (const redraw of watchers) redraw();
}
