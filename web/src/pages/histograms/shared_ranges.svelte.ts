/** One range of values for all runs of a tag, so that their histograms can be compared. Each
 * card tells its own; what is known of a run stays while its card is out of sight. */

import type { RunId } from '../../api/types';
import type { Range } from '../../charts/histogram_bins';
import { madeApart } from '../../state/made_apart.svelte';

export interface OwnRange {
  readonly run: RunId;
  readonly whole: Range;
  readonly usual: Range; // Without outliers.
}

export const unionOfRanges = (a: Range, b: Range): Range => ({ low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) });

const isSame = (a: Range, b: Range): boolean => a.low === b.low && a.high === b.high;

export class SharedRanges {
  #byCard = $state.raw<ReadonlyMap<string, OwnRange>>(new Map());

  /** By the key of the card. */
  tell(key: string, own: OwnRange): void {
    const known = this.#byCard.get(key);
    if (known?.run === own.run && isSame(known.whole, own.whole) && isSame(known.usual, own.usual)) return;
    this.#byCard = new Map(this.#byCard).set(key, own);
  }

  /** Of these runs, and of `own` in any case. */
  of(own: OwnRange, kind: 'whole' | 'usual', isShown: (run: RunId) => boolean): Range {
    let range = own[kind];
    for (const other of this.#byCard.values()) if (isShown(other.run)) range = unionOfRanges(range, other[kind]);
    return range;
  }
}

const byTag = new Map<string, SharedRanges>();

export function sharedRanges(tag: string): SharedRanges {
  let shared = byTag.get(tag);
  if (shared === undefined) {
    shared = madeApart(() => new SharedRanges());
    byTag.set(tag, shared);
  }
  return shared;
}
