import { expect, test } from 'vitest';

import { formatRunSet } from '../../src/api/run_set';

test('neighbours are ranges', () => {
  expect(formatRunSet([3, 5, 6, 7, 8, 9, 12])).toBe('3,5-9,12');
  expect(formatRunSet([9, 1, 2, 2])).toBe('1-2,9');
  expect(formatRunSet(Array.from({ length: 10_000 }, (_, i) => i))).toBe('0-9999');
});

test('no runs are not all of them', () => {
  expect(formatRunSet([])).toMatch(/^\d+$/);
});
