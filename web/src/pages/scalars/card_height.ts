/** How many cells a scalar card takes: a table makes it higher, "wide" makes it two by two. */

import { rowsFor, type Span } from '../cards/card_span';

const kHead = 34;
const kLeastPlot = 150;
const kStrip = 33;
const kTableHead = 28;
const kTableRow = 24;
const kMostRows = 8;
const kShowAll = 28;

export interface CardNeeds {
  readonly wide: boolean;
  readonly table: boolean;
  readonly zoomed: boolean;
  readonly rows: number; // Of the table.
}

export function spanOf(needs: CardNeeds, columns: number, rowHeight: number): Span {
  const wide = needs.wide;
  let rows = wide ? 2 : 1;
  if (needs.table) {
    const table = kTableHead + Math.min(needs.rows, kMostRows) * kTableRow + (needs.rows > kMostRows ? kShowAll : 0);
    const height = kHead + kLeastPlot + (needs.zoomed ? kStrip : 0) + table;
    rows = Math.max(rows, rowsFor(height, rowHeight));
  }
  return { columns: wide ? Math.min(2, columns) : 1, rows };
}
