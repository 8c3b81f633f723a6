/** Puts one more histogram among those of a series. */

import type { HistogramColumns } from '../../charts/histogram_bins';
import { indexNotAfter } from '../../widgets/step_choice';

const kPercentiles = 9;

function spliced(a: ArrayLike<number>, at: number, b: ArrayLike<number>, begin: number, end: number): Float64Array {
  const result = new Float64Array(a.length + end - begin);
  for (let i = 0; i < at; i++) result[i] = a[i]!;
  for (let i = begin; i < end; i++) result[at + i - begin] = b[i]!;
  for (let i = at; i < a.length; i++) result[i + end - begin] = a[i]!;
  return result;
}

/** Adds the row `row` of `extra`, unless its step is there already. */
export function mergeStep(columns: HistogramColumns, extra: HistogramColumns, row: number): HistogramColumns {
  const step = extra.step[row];
  if (step === undefined) return columns;
  const before = indexNotAfter(columns.step, step);
  if (before >= 0 && columns.step[before] === step) return columns;
  const at = before + 1;
  const [begin, end] = [extra.offset[row]!, extra.offset[row + 1]!];
  const place = columns.offset[at]!;
  const offset = new Float64Array(columns.offset.length + 1);
  for (let i = 0; i < offset.length; i++) {
    offset[i] = i <= at ? columns.offset[i]! : columns.offset[i - 1]! + end - begin;
  }
  const merged = {
    step: spliced(columns.step, at, extra.step, row, row + 1),
    wall: spliced(columns.wall, at, extra.wall, row, row + 1),
    offset,
    left: spliced(columns.left, place, extra.left, begin, end),
    right: spliced(columns.right, place, extra.right, begin, end),
    count: spliced(columns.count, place, extra.count, begin, end),
  };
  if (columns.percentiles === undefined || extra.percentiles === undefined) return merged;
  const nine = [row * kPercentiles, (row + 1) * kPercentiles] as const;
  return {
    ...merged,
    percentiles: spliced(columns.percentiles, at * kPercentiles, extra.percentiles, ...nine),
  };
}
