/** The step of one card: that of all linked cards, or its own. */

import { view, type CardView } from '../../state/view.svelte';

export const isLinked = (card: CardView): boolean => card.step === null;

export const stepOf = (card: CardView): number | null => card.step ?? view.step;

/** Moves a card, and all that are linked with it. At the last step it follows the newest. */
export function moveTo(card: CardView, steps: ArrayLike<number>, position: number): void {
  const step = steps[position];
  if (step === undefined) return;
  if (!isLinked(card)) card.step = step;
  else view.step = position === steps.length - 1 ? null : step;
}

export function setLinked(card: CardView, linked: boolean, step: number): void {
  card.step = linked ? null : step;
}
