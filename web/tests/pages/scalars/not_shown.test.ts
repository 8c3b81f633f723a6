import { expect, it } from 'vitest';

import { kEmptyContent, type Line } from '../../../src/charts/line_chart/model';
import { leftOut, nothingShown } from '../../../src/pages/scalars/not_shown';

const line = (y: readonly number[], more: Partial<Line> = {}): Line =>
  ({ key: 'a', name: 'a', color: '#000000', x: y.map((_, i) => i), y, ...more });
const content = (...lines: Line[]) => ({ ...kEmptyContent, lines });

it('says that all values are NaN, or infinite', () => {
  expect(nothingShown(content(line([NaN, NaN])), null, 'linear')).toBe('All values are NaN');
  const spans = [{ kind: 'NaN', from: 0, to: 9 } as const];
  expect(nothingShown(content(line([], { nonFinite: spans, reduced: true })), null, 'linear')).toBe('All values are NaN');
  expect(nothingShown(content(line([NaN, Infinity])), null, 'linear')).toBe('All values are NaN or infinite');
  expect(nothingShown(content(line([1, NaN])), null, 'linear')).toBeNull();
  expect(nothingShown(content(line([])), null, 'linear')).toBeNull();
});

it('says it of the window alone', () => {
  const broken = content(line([1, 2, NaN, NaN]));
  expect(nothingShown(broken, [2, 3], 'linear')).toBe('All values in this window are NaN');
  expect(nothingShown(broken, [1, 3], 'linear')).toBeNull();
});

it('counts what a log axis leaves out', () => {
  const mixed = content(line([1, 0, -2, NaN, 5]), line([3, -1]));
  expect(leftOut(mixed, null, 'log')).toBe('3 values ≤ 0 not shown');
  expect(leftOut(mixed, [0, 0.5], 'log')).toBeNull();
  expect(leftOut(mixed, null, 'linear')).toBeNull();
  expect(leftOut(content(line([1, -2], { reduced: true })), null, 'log')).toBe('≤ 0 not shown');
  expect(leftOut(content(line([1, 1], { raw: [1, -2] })), null, 'log')).toBe('1 value ≤ 0 not shown');
  expect(nothingShown(content(line([-1, 0])), null, 'log')).toMatch(/ ≤ 0: a log axis/);
});
