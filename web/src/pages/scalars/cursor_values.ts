/** What a card's lines are where the cursor stands: for tooltip, table and those who listen. */

import { formatInteger, formatValue } from '../../base/numbers';
import { nearestIndex, pointAt } from '../../charts/line_chart/hit_testing';
import type { Band, ChartContent, Line } from '../../charts/line_chart/model';

export interface CursorValue {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  readonly y: number; // Smoothed, where lines are.
  readonly raw: number | null; // As written, where y is smoothed.
  readonly x: number;
  readonly step: number | null;
  readonly wall: number | null;
  readonly around?: string; // Of a band: how far it reaches there.
  readonly mark?: 'line' | 'edge';
  readonly exact: boolean; // As written there; otherwise near by, since not every point is known.
}

/** A NaN at the cursor is told as such, although the nearest point may be finite. */
function nonFiniteAt(line: Line, x: number): number | null {
  const span = line.nonFinite?.find(({ from, to }) => x >= from && x <= to);
  if (span === undefined) return null;
  return span.kind === 'NaN' ? NaN : span.kind === 'Infinity' ? Infinity : -Infinity;
}

function ofLine(line: Line, x: number, tolerance: number): CursorValue | null {
  const i = pointAt(line, x, tolerance);
  const bad = nonFiniteAt(line, x);
  const { key, name, color } = line;
  if (i < 0) {
    if (bad === null) return null;
    return { key, name, color, y: bad, raw: null, x, step: null, wall: null, exact: line.reduced !== true };
  }
  return {
    ...{ key, name, color },
    y: bad ?? line.y[i] ?? NaN,
    raw: line.raw === undefined ? null : (bad ?? line.raw[i] ?? NaN),
    x: line.x[i] ?? NaN,
    step: line.step?.[i] ?? null,
    wall: line.wall?.[i] ?? null,
    exact: line.reduced !== true || (bad === null && line.x[i] === x),
  };
}

function aroundAt(band: Band, i: number): string {
  const [low, middle, high] = [band.low[i] ?? NaN, band.middle[i] ?? NaN, band.high[i] ?? NaN];
  return band.around === 'spread' ? `± ${formatValue(high - middle)}` : `${formatValue(low)} – ${formatValue(high)}`;
}

/** Values of all lines and bands at x; those that ended before it are missing. */
export function valuesAt(content: ChartContent, x: number, tolerance: number, cloudColor: string): CursorValue[] {
  const values: CursorValue[] = [];
  const plain = { raw: null, step: null, wall: null, exact: true };
  if (content.cloud !== null) {
    const { cloud } = content;
    const i = pointAt(cloud, x, tolerance);
    const named = [['90 %', cloud.high, 'edge'], ['median', cloud.median, 'line'], ['10 %', cloud.low, 'edge']] as const;
    if (i >= 0) {
      const of = `of ${formatInteger(cloud.curves[i] ?? cloud.runs)} runs`;
      for (const [name, column, mark] of named) {
        values.push({ key: `cloud\n${name}`, name: `${name} ${of}`, color: cloudColor, mark, y: column[i] ?? NaN, x, ...plain });
      }
    }
  }
  for (const band of content.bands) {
    const i = pointAt(band, x, tolerance);
    if (i < 0) continue;
    const name = `${band.name} · n = ${formatInteger(band.runs[i] ?? 0)}`;
    const y = band.middle[i] ?? NaN;
    values.push({ key: band.key, name, color: band.color, y, around: aroundAt(band, i), x: band.x[i] ?? NaN, ...plain });
  }
  for (const line of content.lines) {
    const value = ofLine(line, x, tolerance);
    if (value !== null) values.push(value);
  }
  return values;
}

/** The same at the very points next to x, of lines that have all of them there. */
export function refined(values: readonly CursorValue[], lines: readonly Line[], x: number): CursorValue[] {
  const known = new Map(lines.map((line) => [line.key, line]));
  return values.map((value) => {
    const line = known.get(value.key);
    const i = line === undefined ? -1 : nearestIndex(line.x, x);
    if (line === undefined || i < 0) return value;
    return {
      ...value,
      y: line.y[i] ?? NaN,
      raw: line.raw?.[i] ?? null,
      x: line.x[i] ?? NaN,
      step: line.step?.[i] ?? null,
      wall: line.wall?.[i] ?? null,
      exact: true,
    };
  });
}

export type TooltipOrder = 'nearest' | 'name' | 'ascending' | 'descending';

/** Sorted as the reader likes; NaN always last. Names keep the order they come in. */
export function sortValues(values: readonly CursorValue[], order: TooltipOrder, near: number | null): CursorValue[] {
  if (order === 'name') return [...values];
  const rank = (value: CursorValue): number => {
    if (!Number.isFinite(value.y)) return Infinity;
    if (order === 'nearest' && near !== null) return Math.abs(value.y - near);
    return order === 'ascending' ? value.y : -value.y;
  };
  return [...values].sort((a, b) => rank(a) - rank(b) || 0);
}
