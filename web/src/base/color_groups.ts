/** Groups of runs that share a colour: by directory, or by what a regular
 * expression finds in their names. */

export type ColourBy = 'run' | 'directory' | 'regex';

/** Null where the expression is wrong. */
export function compilePattern(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern);
  } catch {
    return null;
  }
}

/** Null: of no group, which is drawn muted. */
export function groupKey(name: string, by: ColourBy, pattern: RegExp | null): string | null {
  if (by === 'run') return name;
  if (by === 'directory') return name.slice(0, name.lastIndexOf('/') + 1);
  const found = pattern?.exec(name) ?? null;
  if (found === null) return null;
  return found.length > 1 ? found.slice(1).join('\u0000') : found[0];
}

/** Numbers groups by their first run, so that new ones recolour nobody. */
export function numberGroups(
  names: readonly string[],
  numberOf: (name: string) => number,
  by: ColourBy,
  pattern: RegExp | null,
): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const name of names) {
    const key = groupKey(name, by, pattern);
    if (key === null) continue;
    const number = numberOf(name);
    const known = first.get(key);
    if (known === undefined || number < known) first.set(key, number);
  }
  const keys = [...first.keys()].sort((a, b) => (first.get(a) ?? 0) - (first.get(b) ?? 0));
  return new Map(keys.map((key, i) => [key, i]));
}
