/** How many cells of the grid a card takes. */

export interface Span {
  readonly columns: number;
  readonly rows: number;
}

export const kGap = 12;

/** Columns of a grid that fills a width with cards of at least `least`. */
export function columnsIn(width: number, least: number): number {
  return Math.max(1, Math.floor((width + kGap) / (Math.min(least, width) + kGap)));
}

const kWidest = 1.8; // Of a card that has room, in least widths.

/** Columns for cards that do not fill a row: as wide as may be, unless that is no help. Null: as
    many columns as the width holds. */
export function sparseColumns(cells: number, width: number, least: number): number | null {
  const columns = columnsIn(width, least);
  const fewest = Math.ceil((width + kGap) / (kWidest * least + kGap));
  const wanted = Math.max(cells, fewest, 1);
  return width > 0 && wanted < columns ? wanted : null;
}

const kNarrowest = 0.85; // Of a column, where one more card fills the row, in least widths.

/** Columns for cards that take several each, so that they fill their rows: wider, or a little
    narrower. Null: as many columns as the width holds. */
export function spanningColumns(spans: readonly number[], width: number, least: number): number | null {
  const total = spans.reduce((sum, span) => sum + span, 0);
  const [columns, most] = [columnsIn(width, least), columnsIn(width, least * kNarrowest)];
  const [span = 1] = spans;
  if (width <= 0 || total <= columns || spans.some((other) => other !== span || other > columns)) {
    return sparseColumns(total, width, least);
  }
  const fewest = Math.ceil((width + kGap) / (kWidest * least + kGap));
  const filled = Math.max(span * Math.min(spans.length, Math.floor((span === 1 ? columns : most) / span)), fewest);
  return filled === columns ? null : filled;
}

/** Rows that hold so many pixels. */
export function rowsFor(height: number, rowHeight: number): number {
  return Math.max(1, Math.ceil((height + kGap) / (rowHeight + kGap)));
}

/** Height of a grid before its cards are there, if each took one cell. */
export function estimatedHeight(cards: number, columns: number, rowHeight: number): number {
  const rows = Math.ceil(cards / columns);
  return rows * rowHeight + Math.max(0, rows - 1) * kGap;
}
