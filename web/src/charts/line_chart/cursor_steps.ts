/** Moving the cursor by keys, from point to point. */

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
