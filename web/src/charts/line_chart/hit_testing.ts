/** What lies under the cursor. */

import { lowerBound } from './domains';
import type { Plot } from './layout';
import type { Line, NumberColumn } from './model';

/** The index whose x is nearest to `value`; −1 when there is none. */
export function nearestIndex(x: NumberColumn, value: number): number {
  if (x.length === 0) return -1;
  const above = Math.min(lowerBound(x, value), x.length - 1);
  const below = Math.max(0, above - 1);
  return value - (x[below] ?? NaN) <= (x[above] ?? NaN) - value ? below : above;
}

/** The value of a line at x, on the straight line between its neighbours; NaN outside of it. */
export function interpolate(x: NumberColumn, y: NumberColumn, at: number): number {
  const last = x.length - 1;
  if (last < 0 || at < (x[0] ?? NaN) || at > (x[last] ?? NaN)) return NaN;
  const above = lowerBound(x, at);
  const x1 = x[above] ?? NaN;
  if (x1 === at || above === 0) return y[above] ?? NaN;
  const x0 = x[above - 1] ?? NaN;
  const y0 = y[above - 1] ?? NaN;
  return y0 + (((y[above] ?? NaN) - y0) * (at - x0)) / (x1 - x0);
}

function distanceToSegment(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const share = length > 0 ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length)) : 0;
  return Math.hypot(px - ax - share * dx, py - ay - share * dy);
}

const kSearchRadius = 24; // Pixels left and right of the pointer in which segments are looked at.

/** Pixels from a place to a line. */
export function distanceTo(line: Line, plot: Plot, px: number, py: number): number {
  const first = Math.max(0, lowerBound(line.x, plot.x.value(px - kSearchRadius)) - 1);
  const end = Math.min(line.x.length - 1, lowerBound(line.x, plot.x.value(px + kSearchRadius)));
  let least = Infinity;
  for (let i = first; i <= end; ++i) {
    const ax = plot.x.pixel(line.x[i] ?? NaN);
    const ay = plot.y.pixel(line.y[i] ?? NaN);
    const next = Math.min(i + 1, line.x.length - 1);
    const bx = plot.x.pixel(line.x[next] ?? NaN);
    const by = plot.y.pixel(line.y[next] ?? NaN);
    const distance = Number.isFinite(bx + by)
      ? distanceToSegment(px, py, ax, ay, bx, by)
      : Math.hypot(px - ax, py - ay);
    if (distance < least) least = distance;
  }
  return least;
}

export interface NearestLine {
  readonly key: string;
  readonly distance: number;
}

/** The line nearest to a place, in pixels. */
export function nearestLine(lines: readonly Line[], plot: Plot, px: number, py: number): NearestLine | null {
  let found: NearestLine | null = null;
  for (const line of lines) {
    const distance = distanceTo(line, plot, px, py);
    if (distance < (found?.distance ?? Infinity)) found = { key: line.key, distance };
  }
  return found;
}

/** The x of a point nearest to the pointer, so that the cursor stands on what was written. */
export function snap(lines: readonly { readonly x: NumberColumn }[], value: number): number | null {
  let best: number | null = null;
  for (const line of lines) {
    const at = line.x[nearestIndex(line.x, value)];
    if (at !== undefined && (best === null || Math.abs(at - value) < Math.abs(best - value))) best = at;
  }
  return best;
}

/** Index of the point that a cursor at x shows of a line, or −1 beyond its ends. */
export function pointAt(line: { readonly x: NumberColumn }, x: number, tolerance: number): number {
  const last = line.x.length - 1;
  if (last < 0 || x < (line.x[0] ?? NaN) - tolerance || x > (line.x[last] ?? NaN) + tolerance) return -1;
  return nearestIndex(line.x, x);
}
