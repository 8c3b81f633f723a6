import { expect, it } from 'vitest';

import { sparklinePath } from '../../src/pages/shell/sparkline_path';

const heights = (values: readonly number[]): number[] =>
  [...sparklinePath(values, 52, 16).path.matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y));
const reach = (values: readonly number[]): number => Math.max(...heights(values)) - Math.min(...heights(values));

it('fills its height with what changes', () => {
  expect(reach([3, 2, 1, 0.5])).toBeCloseTo(13);
  expect(sparklinePath([3, 2, 1, 0.5], 52, 16).rough).toBe(false);
});

it('leaves flat noise flat', () => {
  const noise = [1, 1.001, 0.999, 1.002, 1, 1.001, 0.998, 1, 1.001, 0.999];
  expect(reach(noise)).toBeLessThan(1);
  expect(heights([5, 5])).toEqual([7.5, 7.5]);
});

it('draws what goes up and down all the time thinly, and not as high', () => {
  expect(reach([0, 1, 0, 1, 0, 1, 0, 1])).toBeLessThan(6);
  expect(sparklinePath([0, 1, 0, 1, 0, 1, 0, 1], 52, 16).rough).toBe(true);
});

it('has gaps where values are not finite', () => {
  expect(sparklinePath([1, NaN, 2], 52, 16).path.match(/M/g)).toHaveLength(2);
  expect(sparklinePath([NaN], 52, 16).path).toBe('');
});
