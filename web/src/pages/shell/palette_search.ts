/** Finds tags, runs and actions for the palette, in slices: ten thousand runs
 * are searched without a key having to wait. */

import { filterInChunks } from '../../base/chunks';
import { fuzzyMatch, type Match } from '../../base/fuzzy';

export interface Found<Item> {
  readonly item: Item;
  readonly match: Match;
}

const kEqual = 10; // Of the score: lengths of names and the like.

/** The best `most` of `items`, best first. Among those found about equally well
 * the heavier come first; equals stay in their order. */
export async function searchBest<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  query: string,
  most: number,
  signal: AbortSignal,
  weightOf: (item: Item) => number = () => 0,
): Promise<{ best: Found<Item>[]; total: number }> {
  const best: Found<Item>[] = [];
  let total = 0;
  const isBehind = (a: Found<Item>, b: Found<Item>): boolean => {
    const by = Math.ceil(b.match.score / kEqual) - Math.ceil(a.match.score / kEqual) || weightOf(b.item) - weightOf(a.item);
    return by > 0 || (by === 0 && a.match.score < b.match.score);
  };
  await filterInChunks(items, (item) => {
    const match = fuzzyMatch(query, textOf(item));
    if (match === null) return false;
    ++total;
    const found = { item, match };
    let at = best.length;
    for (let above = best[at - 1]; above !== undefined && isBehind(above, found); above = best[at - 1]) --at;
    if (at < most) best.splice(at, 0, found);
    if (best.length > most) best.pop();
    return false;
  }, signal);
  return { best, total };
}
