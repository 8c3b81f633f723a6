/** Finds tags, runs and actions for the palette, in slices: ten thousand runs
 * are searched without a key having to wait. */

import { filterInChunks } from '../../base/chunks';
import { fuzzyMatch, type Match } from '../../base/fuzzy';

export interface Found<Item> {
  readonly item: Item;
  readonly match: Match;
}

/** The best `most` of `items`, best first; equals in their order. */
export async function searchBest<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  query: string,
  most: number,
  signal: AbortSignal,
): Promise<{ best: Found<Item>[]; total: number }> {
  const best: Found<Item>[] = [];
  let total = 0;
  await filterInChunks(items, (item) => {
    const match = fuzzyMatch(query, textOf(item));
    if (match === null) return false;
    ++total;
    const last = best[best.length - 1];
    if (best.length < most || last === undefined || match.score > last.match.score) {
      let at = best.length;
      while (at > 0 && (best[at - 1]?.match.score ?? 0) < match.score) --at;
      best.splice(at, 0, { item, match });
      if (best.length > most) best.pop();
    }
    return false;
  }, signal);
  return { best, total };
}
