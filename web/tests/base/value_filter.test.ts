import { expect, test } from 'vitest';

import { compareValues, valueFilterText, valueTest } from '../../src/base/value_filter';

test('values are wanted by range or by name', () => {
  const between = valueTest('3e-5..1e-3');
  expect([1e-5, 3e-5, 1e-3, 0.01, '3e-4', null].map((value) => between?.(value))).toEqual([false, true, true, false, false, false]);
  const named = valueTest('adam, 64,true');
  expect(['adam', 64, true, 'sgd', 6, undefined].map((value) => named?.(value))).toEqual([true, true, true, false, false, false]);
  for (const text of ['', ' , ', '..', 'a..b']) expect(valueTest(text)).toBeNull();
});

test('filters are told as one says them', () => {
  expect(valueFilterText('lr', '3e-5..1e-3')).toBe('lr 3e-5 – 1e-3');
  expect(valueFilterText('batch', '64..')).toBe('batch ≥ 64');
  expect(valueFilterText('val/loss', '..3.4')).toBe('val/loss ≤ 3.4');
  expect(valueFilterText('optimizer', 'adam')).toBe('optimizer adam');
});

test('what is not there comes last, whichever way', () => {
  const values = [null, 'b', 10, undefined, 'a', 9, NaN];
  expect([...values].sort((a, b) => compareValues(a, b, 1)).slice(0, 4)).toEqual([9, 10, 'a', 'b']);
  expect([...values].sort((a, b) => compareValues(a, b, -1)).slice(0, 4)).toEqual(['b', 'a', 10, 9]);
});
