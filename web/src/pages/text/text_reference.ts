/** What a text is compared with, as its card keeps it: nothing, the step before, or a step. */

import { indexNotAfter } from '../../widgets/step_choice';

/** Index of the other text; null where there is nothing to compare with. */
export function referenceIndex(steps: ArrayLike<number>, shown: number, against: string): number | null {
  if (against === 'previous') return shown > 0 ? shown - 1 : null;
  const step = Number(against);
  if (against === '' || !Number.isFinite(step)) return null;
  const index = indexNotAfter(steps, step);
  return index >= 0 ? index : null;
}
