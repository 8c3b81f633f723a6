import { describe, expect, test } from 'vitest';

import { columnsIn, sparseColumns, spanningColumns } from '../../../src/pages/cards/card_span';

const kWide = 2168; // Of a window of 2560, with its sidebar.

describe('columns of a grid', () => {
  test('are as many as the width holds', () => {
    expect(columnsIn(kWide, 400)).toBe(5);
    expect(columnsIn(1056, 340)).toBe(3);
    expect(columnsIn(200, 340)).toBe(1);
  });

  test('are fewer for cards that do not fill a row, up to a limit', () => {
    expect(sparseColumns(9, kWide, 400)).toBeNull();
    expect(sparseColumns(4, kWide, 400)).toBe(4);
    expect(sparseColumns(1, kWide, 400)).toBe(3);
  });
});

describe('cards of several columns', () => {
  test.each([
    [[3, 3, 3], 6], // Two in a row, a little narrower.
    [[3], 3],
    [[3, 3], 6],
    [[4, 4], 4],
    [[2, 2], 4],
    [[2, 2, 2], 6],
    [[1, 1], 3],
    [[3, 1, 1], null],
    [[5, 5], null],
    [[1, 1, 1, 1, 1, 1, 1], null],
    [[5, 3, 1], null],
  ])('%j fill their rows', (spans, columns) => expect(spanningColumns(spans, kWide, 400)).toBe(columns));

  test('never take more columns than there are', () => {
    for (const width of [300, 700, 1056, 1400, 1800, kWide, 3000]) {
      for (const least of [260, 340, 400, 520]) {
        const columns = columnsIn(width, least);
        for (const runs of [1, 2, 3, 4, 5, 9]) {
          const span = Math.min(columns, runs);
          for (const cards of [1, 2, 3, 7]) {
            const filled = spanningColumns(Array.from({ length: cards }, () => span), width, least) ?? columns;
            expect(filled).toBeGreaterThanOrEqual(span);
          }
        }
      }
    }
  });
});
