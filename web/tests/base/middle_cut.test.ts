import { expect, test } from 'vitest';

import { cutInTheMiddle } from '../../src/base/middle_cut';

const wide = (text: string): number => [...text].reduce((sum, letter) => sum + (letter === 'm' ? 2 : 1), 0);

test.each([
  ['sweep-lr-1', 10, 'sweep-lr-1'],
  ['sweep-lr-1', 9, 'swee…lr-1'],
  ['sweep-lr-1', 4, 'sw…1'],
  ['mmmmmm', 7, 'mm…m'],
  ['iiiimm', 7, 'iiii…m'],
  ['a', 0, '…'],
  ['', 0, ''],
])('%s in a room of %i is %s', (name, room, expected) => {
  const cut = cutInTheMiddle(name, room, wide);
  expect(cut).toBe(expected);
  if (room > 0) expect(wide(cut)).toBeLessThanOrEqual(room);
});

test('letters of two units are not cut in two', () => {
  expect(cutInTheMiddle('🙂🙂🙂🙂', 3, wide)).toBe('🙂…🙂');
});
