/** What of a histogram chart is below the pointer. */

import { bucketAt, type Bucket } from './histogram_bins';
import { countPart } from './histogram_counts';
import { nearestRow } from './histogram_over_time';
import {
  hasValuesAlongX,
  kRidge,
  timeOf,
  timeScale,
  valueScale,
  type HistogramDrawing,
  type Plot,
} from './histogram_surface';

export interface HistogramHit {
  readonly row: number;
  readonly value: number;
  readonly bucket: Bucket | null;
  readonly total: number; // All that the row counts.
}

const binAt = ({ binned }: HistogramDrawing, value: number): number => {
  const { low, high } = binned.range;
  const bin = Math.floor(((value - low) / (high - low)) * binned.bins);
  return Math.min(binned.bins - 1, Math.max(0, bin));
};

/** In front is what is newest: the first ridge from there that covers the point. */
function ridgeAt(drawing: HistogramDrawing, plot: Plot, value: number, y: number): number {
  const { binned, columns, axis } = drawing;
  const times = timeScale(drawing, plot);
  const rise = plot.height * kRidge - 2;
  const bin = binAt(drawing, value);
  const part = countPart(binned, drawing.counts);
  let [nearest, distance] = [-1, Number.POSITIVE_INFINITY];
  for (let row = binned.rows - 1; row >= 0; row--) {
    const base = times.pixel(timeOf(columns, axis, row));
    const count = binned.counts[row * binned.bins + bin] ?? 0;
    const top = base - part(count) * rise;
    if (y <= base && y >= top) return row;
    if (Math.abs(base - y) < distance) [nearest, distance] = [row, Math.abs(base - y)];
  }
  return nearest;
}

/** The curve whose height is nearest; the chosen one wins a tie. */
function curveAt(drawing: HistogramDrawing, plot: Plot, value: number, y: number): number {
  const { binned, chosen } = drawing;
  const bin = binAt(drawing, value);
  const part = countPart(binned, drawing.counts);
  const wanted = (plot.top + plot.height - y) / plot.height;
  let [nearest, distance] = [-1, Number.POSITIVE_INFINITY];
  for (let row = 0; row < binned.rows; row++) {
    if (binned.broken[row] === 1) continue;
    const away = Math.abs(part(binned.counts[row * binned.bins + bin] ?? 0) - wanted);
    if (away < distance || (away === distance && row === chosen)) [nearest, distance] = [row, away];
  }
  return nearest;
}

export function hitHistogram(drawing: HistogramDrawing, plot: Plot, x: number, y: number): HistogramHit | null {
  const { columns, mode, axis } = drawing;
  const along = hasValuesAlongX(mode);
  const value = valueScale(drawing, plot).value(along ? x : y);
  let row: number;
  if (mode === 'offset') row = ridgeAt(drawing, plot, value, y);
  else if (mode === 'overlay') row = curveAt(drawing, plot, value, y);
  else {
    const times = Array.from({ length: columns.step.length }, (_, i) => timeOf(columns, axis, i));
    row = nearestRow(times, timeScale(drawing, plot).value(x));
  }
  if (row < 0) return null;
  let total = 0;
  for (let i = columns.offset[row] ?? 0; i < (columns.offset[row + 1] ?? 0); i++) total += columns.count[i] ?? 0;
  return { row, value, bucket: bucketAt(columns, row, value), total };
}
