/** Moving the cursor by keys, from point to point. */

import { lowerBound } from './domains';
import { nearestIndex } from './hit_testing';
import type { ChartContent, NumberColumn } from './model';

/** The x values that the cursor walks along: those of the highlighted line, else of the longest. */
export function walkedColumn(content: ChartContent, highlighted: string | null): NumberColumn {
  const columns = [...content.bands, ...content.lines];
  const lit = columns.find((line) => line.key === highlighted);
  if (lit !== undefined) return lit.x;
  let longest: NumberColumn = content.cloud?.x ?? [];
  for (const line of columns) if (line.x.length > longest.length) longest = line.x;
  return longest;
}

/** Where the cursor stands after so many points to the right; it begins at the last one. */
export function movedCursor(column: NumberColumn, from: number | null, points: number): number | null {
  const last = column.length - 1;
  if (last < 0) return null;
  if (from === null) return column[points < 0 ? last : 0] ?? null;
  const index = nearestIndex(column, from) + points;
  return column[Math.max(0, Math.min(last, index))] ?? null;
}

/** The point of a column that lies so many points behind `from`, and how many more it lacks for that. */
export function walkedIndex(column: NumberColumn, from: number, points: number): { index: number; left: number } {
  const above = lowerBound(column, from);
  const on = column[above] === from;
  const wanted = points > 0 ? (on ? above : above - 1) + points : above + points;
  const index = Math.max(0, Math.min(column.length - 1, wanted));
  return { index, left: wanted - index };
}
