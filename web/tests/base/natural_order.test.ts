import { expect, test } from 'vitest';

import { naturalOrder } from '../../src/base/natural_order';

/** From first to last, as the server orders them, too. */
const kOrdered = [
  '', ' ', '-1', '1', '1a', '01', '001', '2', '10', '10/a', '10a', '99999999999999999998', '99999999999999999999',
  'Run', 'a', 'a-b', 'a/b', 'a0', 'a1', 'run', 'run1', 'run1/x', 'run01', 'run2', 'run10', 'run10b', 'é', '€', '\uffee', '😀',
];

test('names are in the order people expect', () => {
  let seed = 7;
  const shuffled = [...kOrdered];
  for (let i = shuffled.length - 1; i > 0; --i) {
    seed = (seed * 48271) % 2147483647;
    const j = seed % (i + 1);
    [shuffled[i], shuffled[j]] = [shuffled[j] as string, shuffled[i] as string];
  }
  expect(shuffled.sort(naturalOrder)).toEqual(kOrdered);
});

test('it is a total order', () => {
  for (const a of kOrdered) {
    for (const b of kOrdered) {
      expect(Math.sign(naturalOrder(a, b))).toBe(Math.sign(kOrdered.indexOf(a) - kOrdered.indexOf(b)));
    }
  }
});
