import { expect, it } from 'vitest';

import { formatSort, parseSort, sortRows, tableRows, type RowSource } from '../../../src/pages/scalars/table_rows';

const source = (key: string, y: number, raw: number | null = null): RowSource => ({
  at: { key, name: key, color: '#000000', y, raw, x: 1, step: 7, wall: 130, exact: true },
  statistics: {
    count: 3, finite: 3, mean: 2, deviation: 1,
    first: { step: 0, wall: 100, value: 4 }, last: { step: 7, wall: 130, value: 1 },
    min: { step: 7, wall: 130, value: 1 }, max: { step: 0, wall: 100, value: 4 },
  },
  start: 100,
});

it('has a value at the cursor, and what the window holds', () => {
  const [row] = tableRows([source('a', 1.5, 1.2)], () => null);
  expect(row).toMatchObject({ smoothed: 1.5, value: 1.2, step: 7, min: 1, mean: 2, max: 4, change: -3, relative: 30, versus: null });
});

it('compares with the baseline, but not the baseline with itself', () => {
  const rows = tableRows([source('a', 1.5), source('base', 1)], () => 'base');
  expect(rows.map(({ versus }) => versus)).toEqual([0.5, null]);
});

it('compares each tag with the same tag of the baseline', () => {
  const sources = [source('1\nloss', 3), source('1\nacc', 0.5), source('2\nloss', 2), source('2\nacc', 0.9), source('1\nother', 7)];
  const rows = tableRows(sources, (key) => `2${key.slice(1)}`);
  expect(rows.map(({ versus }) => versus)).toEqual([1, -0.4, null, null, null]);
});

it('says NaN where the window held one', () => {
  const broken = source('a', 1);
  const rows = tableRows([{ ...broken, statistics: { ...broken.statistics!, finite: 2 } }], () => null);
  expect(rows[0]?.max).toBeNaN();
});

it('sorts either way, with what is missing last', () => {
  const rows = tableRows([source('a', 3), source('b', NaN), source('c', 1)], () => null);
  const names = (descending: boolean) => sortRows(rows, { column: 'value', descending }).map(({ name }) => name);
  expect(names(false)).toEqual(['c', 'a', 'b']);
  expect(names(true)).toEqual(['a', 'c', 'b']);
});

it('has an order that an address can tell', () => {
  for (const descending of [false, true]) {
    const sort = { column: 'max', descending } as const;
    expect(parseSort(formatSort(sort))).toEqual(sort);
  }
  for (const text of [null, '', 'sort:', 'sort:size', 'sort:--max', 'max']) expect(parseSort(text)).toBeNull();
});
