/** The zooms of a card, so that they can be undone one by one. Of no interest
 * to a link. */

import type { Zoom } from '../../charts/line_chart/interaction';
import type { CardView } from '../../state/card_view.svelte';

const kOneMove = 400; // Milliseconds: what follows sooner and changes little, as by a wheel, is one zoom.
const kLittle = 0.65; // Of the width that was, or more.
const kMost = 100;

function changesLittle(before: Zoom, after: Zoom): boolean {
  if (before.x === null || after.x === null) return false;
  const ratio = (after.x[1] - after.x[0]) / (before.x[1] - before.x[0]);
  return ratio > kLittle && ratio < 1 / kLittle;
}

export class ZoomHistory {
  #past: Zoom[] = [];
  #last = -Infinity;

  /** Before it is zoomed. Back to all there is forgets everything. */
  note(before: Zoom, after: Zoom, now = performance.now()): void {
    const sameMove = now - this.#last < kOneMove && changesLittle(before, after);
    this.#last = now;
    if (after.x === null && after.y === null) this.#past = [];
    else if (!sameMove || this.#past.length === 0) this.#past = [...this.#past, before].slice(-kMost);
  }

  /** Null: nothing is known. */
  undo(): Zoom | null {
    this.#last = -Infinity;
    return this.#past.pop() ?? null;
  }
}

const all = new WeakMap<CardView, ZoomHistory>();

/** Also of a card that is made anew, as in full screen. */
export function zoomsOf(card: CardView): ZoomHistory {
  let zooms = all.get(card);
  if (zooms === undefined) all.set(card, (zooms = new ZoomHistory()));
  return zooms;
}
