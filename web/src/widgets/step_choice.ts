/** Which value of each run is shown at one step. */

type Steps = ArrayLike<number>;

/** Index of the last step that is not after `step`; -1 if all are. Steps ascend. */
export function indexNotAfter(steps: Steps, step: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle]! <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** All steps that some run has, each once, ascending. */
export function unionOfSteps(all: readonly Steps[]): Float64Array {
  const [only] = all;
  const merged = new Float64Array(all.reduce((sum, steps) => sum + steps.length, 0));
  let end = 0;
  for (const steps of all) {
    merged.set(Array.from(steps), end);
    end += steps.length;
  }
  if (all.length > 1 || only === undefined) merged.sort();
  let kept = 0;
  for (const step of merged) if (kept === 0 || merged[kept - 1] !== step) merged[kept++] = step;
  return merged.slice(0, kept);
}

export interface Choice {
  readonly index: number; // In the run's own series.
  readonly step: number;
  readonly exact: boolean; // False: the run has none at the step, and this is the one before.
}

/** What a run shows at `step`; null where all it has is later. No step: the newest. */
export function chooseAt(steps: Steps, step: number | null): Choice | null {
  const index = step === null ? steps.length - 1 : indexNotAfter(steps, step);
  if (index < 0) return null;
  const found = steps[index]!;
  return { index, step: found, exact: step === null || found === step };
}

/** Where the slider stands among `steps` (0 at the least), for a step that may be in between. */
export const positionOf = (steps: Steps, step: number | null): number =>
  step === null ? steps.length - 1 : Math.max(0, indexNotAfter(steps, step));
