/** Cards by their keys: those that are pinned, and the one that fills the window. */

import type { RunId } from '../../api/types';
import { catalog } from '../../state/catalog.svelte';
import { selection } from '../../state/selection.svelte';
import { view } from '../../state/view.svelte';
import { parseCardKey } from './card_key';

export interface PlacedCard {
  readonly key: string;
  readonly kind: string;
  readonly tag: string;
  readonly run: RunId; // Of cards that are one run's. Where the key names none: the first shown.
}

/** Null where the card is of another kind, or no longer in the log. */
export function placeOf(key: string, kinds: readonly string[]): PlacedCard | null {
  const place = parseCardKey(key);
  if (place === null || !kinds.includes(place.kind)) return null;
  if (!catalog.tags(place.kind).some(({ tag }) => tag === place.tag)) return null;
  const run = place.run === null ? selection.shown[0] : catalog.runNamed(place.run)?.id;
  return run === undefined ? null : { key, kind: place.kind, tag: place.tag, run };
}

export const pinnedOf = (kind: string): PlacedCard[] =>
  view.pinnedCards.map((key) => placeOf(key, [kind])).filter((place) => place !== null);
