import { expect, test } from 'vitest';

import { same } from '../../src/base/same';

test('values of the same parts are the same', () => {
  expect(same({ a: [1, { b: null }], c: NaN }, { c: NaN, a: [1, { b: null }] })).toBe(true);
});

test.each([
  [[1, 2], [1]],
  [[1], { 0: 1 }],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: undefined }, { b: undefined }],
  [{ a: [1, 2] }, { a: [2, 1] }],
  [null, {}],
  ['1', 1],
])('%j is not %j', (a, b) => {
  expect(same(a, b)).toBe(false);
});

test('one list is not looked through', () => {
  const list = [1, 2, 3];
  const guarded = new Proxy(list, {
    get: () => {
      throw new Error('looked through');
    },
  });
  expect(same({ runs: guarded }, { runs: guarded })).toBe(true);
});
