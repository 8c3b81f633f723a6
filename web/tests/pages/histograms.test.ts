import { describe, expect, it } from 'vitest';

import type { HistogramColumns } from '../../src/charts/histogram_bins';
import { mergeStep } from '../../src/pages/histograms/merge_step';

const columns: HistogramColumns = {
  step: [0, 20],
  wall: [1, 3],
  offset: [0, 1, 3],
  left: [0, 0, 1],
  right: [1, 1, 2],
  count: [5, 6, 7],
};
const extra: HistogramColumns = { step: [0, 10], wall: [1, 2], offset: [0, 1, 3], left: [0, 8, 9], right: [1, 9, 10], count: [5, 1, 2] };
const arrays = (of: HistogramColumns) => Object.fromEntries(Object.entries(of).map(([name, column]) => [name, [...column]]));

describe('a histogram that was asked for alone', () => {
  it('comes to its place among the others', () => {
    expect(arrays(mergeStep(columns, extra, 1))).toEqual({
      step: [0, 10, 20],
      wall: [1, 2, 3],
      offset: [0, 1, 3, 5],
      left: [0, 8, 9, 0, 1],
      right: [1, 9, 10, 1, 2],
      count: [5, 1, 2, 6, 7],
    });
  });
  it('changes nothing where its step is there already, or is none', () => {
    expect(mergeStep(columns, extra, 0)).toBe(columns);
    expect(mergeStep(columns, extra, 7)).toBe(columns);
  });
  it('brings its percentiles along', () => {
    const nine = (value: number) => Array<number>(9).fill(value);
    const merged = mergeStep({ ...columns, percentiles: [...nine(1), ...nine(3)] }, { ...extra, percentiles: [...nine(1), ...nine(2)] }, 1);
    expect(Array.from(merged.percentiles!)).toEqual([...nine(1), ...nine(2), ...nine(3)]);
  });
});
