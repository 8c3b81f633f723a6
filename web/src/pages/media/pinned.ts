/** Pinned cards of a kind that are still in the log. */

import type { RunId } from '../../api/types';
import { catalog } from '../../state/catalog.svelte';
import { view } from '../../state/view.svelte';
import { parseCardKey } from './card_key';

export interface PinnedCard {
  readonly key: string;
  readonly tag: string;
  readonly run: RunId; // −1 for cards that are not one run's.
}

export function pinnedOf(kind: string): PinnedCard[] {
  return view.pinnedCards.flatMap((key) => {
    const place = parseCardKey(key);
    if (place === null || place.kind !== kind) return [];
    if (place.run === null) return [{ key, tag: place.tag, run: -1 }];
    const run = catalog.runNamed(place.run)?.id;
    return run === undefined ? [] : [{ key, tag: place.tag, run }];
  });
}
