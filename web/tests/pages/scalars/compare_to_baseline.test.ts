import { expect, it } from 'vitest';

import type { Line } from '../../../src/charts/line_chart/model';
import { compareLines } from '../../../src/pages/scalars/compare_to_baseline';

const line = (key: string, step: number[], y: number[], raw?: number[]): Line => ({
  key, name: key, color: '#000000', x: step.map((s) => s * 10), step, y, ...(raw === undefined ? {} : { raw }),
});
const base = line('base', [0, 10, 20], [1, 2, 4], [10, 20, 40]);

it('subtracts the baseline at equal steps, between its points too', () => {
  const [compared] = compareLines([line('a', [0, 5, 20], [3, 3, 3])], () => base, 'difference');
  expect([...(compared?.y as Float64Array)]).toEqual([2, 1.5, -1]);
});

it('divides by it', () => {
  const [compared] = compareLines([line('a', [0, 10], [3, 3])], () => base, 'ratio');
  expect([...(compared?.y as Float64Array)]).toEqual([3, 1.5]);
});

it('knows nothing beyond the baseline, nor over zero', () => {
  const zero = line('zero', [0, 10], [0, 1]);
  const [compared] = compareLines([line('a', [0, 10, 30], [3, 3, 3])], () => zero, 'ratio');
  expect([...(compared?.y as Float64Array)]).toEqual([NaN, 3, NaN]);
});

it('compares raw values with raw values', () => {
  const [compared] = compareLines([line('a', [10], [3], [25])], () => base, 'difference');
  expect([...(compared?.raw as Float64Array)]).toEqual([5]);
});

it('goes by steps, whatever the axis', () => {
  const [compared] = compareLines([line('a', [10], [3])], () => base, 'difference');
  expect(compared?.x).toEqual([100]);
  expect([...(compared?.y as Float64Array)]).toEqual([1]);
});

it('leaves out lines without a baseline', () => {
  expect(compareLines([base], () => undefined, 'difference')).toEqual([]);
});
