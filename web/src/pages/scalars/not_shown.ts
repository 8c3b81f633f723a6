/** Values that a card's axes have no place for: told in words, since nothing is drawn. */

import { formatInteger } from '../../base/numbers';
import { lowerBound } from '../../charts/line_chart/domains';
import type { ChartContent, NumberColumn } from '../../charts/line_chart/model';
import type { Domain, ScaleKind } from '../../charts/line_chart/scales';

interface Counts {
  shown: number; // That have a place on the axis.
  notPositive: number;
  nan: number;
  infinite: number;
  reduced: boolean; // There are more than were counted.
}

function add(counts: Counts, x: NumberColumn, y: NumberColumn, window: Domain | null, scale: ScaleKind): void {
  const [from, to] = window ?? [-Infinity, Infinity];
  for (let i = lowerBound(x, from); i < x.length && (x[i] ?? 0) <= to; ++i) {
    const value = y[i] ?? NaN;
    if (Number.isNaN(value)) ++counts.nan;
    else if (!Number.isFinite(value)) ++counts.infinite;
    else if (scale === 'log' && value <= 0) ++counts.notPositive;
    else ++counts.shown;
  }
}

function count(content: ChartContent, window: Domain | null, scale: ScaleKind): Counts {
  const counts: Counts = { shown: 0, notPositive: 0, nan: 0, infinite: 0, reduced: false };
  for (const line of content.lines) {
    add(counts, line.x, line.raw ?? line.y, window, scale);
    if (line.reduced === true) counts.reduced = true;
    for (const { kind } of line.nonFinite ?? []) ++counts[kind === 'NaN' ? 'nan' : 'infinite'];
  }
  for (const band of content.bands) add(counts, band.x, band.middle, window, scale);
  if (content.cloud !== null) add(counts, content.cloud.x, content.cloud.median, window, scale);
  return counts;
}

/** Why nothing at all is drawn; null where something is, or where there are no values. */
export function nothingShown(content: ChartContent, window: Domain | null, scale: ScaleKind): string | null {
  const { shown, notPositive, nan, infinite } = count(content, window, scale);
  if (shown > 0 || notPositive + nan + infinite === 0) return null;
  const here = window === null ? 'All values' : 'All values in this window';
  if (notPositive > 0) return `${here} are ≤ 0: a log axis has no place for them`;
  return `${here} are ${infinite === 0 ? 'NaN' : nan === 0 ? 'infinite' : 'NaN or infinite'}`;
}

/** What a log axis leaves out, for a chip; null where that is nothing. */
export function leftOut(content: ChartContent, window: Domain | null, scale: ScaleKind): string | null {
  if (scale !== 'log') return null;
  const { shown, notPositive, reduced } = count(content, window, scale);
  if (notPositive === 0 || shown === 0) return null; // Then all of the card says it.
  if (reduced) return '≤ 0 not shown';
  return `${formatInteger(notPositive)} ${notPositive === 1 ? 'value' : 'values'} ≤ 0 not shown`;
}
