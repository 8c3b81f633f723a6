import { expect, test } from 'vitest';

import { nextRung } from '../../src/pages/shell/keyboard';
import { kKeySections } from '../../src/pages/shell/keys';
import { kPages } from '../../src/pages/registry';

test('a ladder goes up and down, and ends', () => {
  const rungs = [0, 0.5, 0.9];
  expect(nextRung(rungs, 0, true)).toBe(0.5);
  expect(nextRung(rungs, 0.6, true)).toBe(0.9);
  expect(nextRung(rungs, 0.6, false)).toBe(0.5);
  expect(nextRung(rungs, 0.9, true)).toBe(0.9);
  expect(nextRung(rungs, 0, false)).toBe(0);
});

test('every key stands once in its section, and pages have one each', () => {
  for (const { lines } of kKeySections) {
    const keys = lines.flatMap((line) => line.keys);
    expect(new Set(keys).size).toBe(keys.length);
  }
  const pages = kKeySections[0]?.lines.find((line) => line.does === 'Pages');
  expect(pages?.keys).toEqual(['1', '–', String(kPages.length)]);
});
