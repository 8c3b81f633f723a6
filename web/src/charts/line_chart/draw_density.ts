/**
 * How many runs pass where, as a soft picture. Counts of a grid's cells jump where the grid does:
 * they are blurred over their neighbours and drawn as a field, not as cells.
 */

import { parseColor } from '../../base/color';
import { lowerBound } from './domains';
import type { Plot } from './layout';
import type { Cloud, NumberColumn } from './model';

const kAcross = 2; // How often neighbours are mixed, over x …
const kAlong = 3; // … and over values.
const kMostAlpha = 0.62;
const kGamma = 0.6; // Below 1: thin parts are seen, too.
const kTones = 256;

/** A quarter to each neighbour, so many times; counts at an edge stay inside. */
function mix(cells: Float32Array, stride: number, count: number, start: number, times: number): void {
  for (let time = 0; time < times; ++time) {
    let before = cells[start] ?? 0;
    for (let i = 0; i < count; ++i) {
      const at = start + i * stride;
      const here = cells[at] ?? 0;
      const after = i + 1 < count ? (cells[at + stride] ?? 0) : here;
      cells[at] = (before + 2 * here + after) / 4;
      before = here;
    }
  }
}

/** The counts, column by column, with neither holes nor steps of single cells. */
export function blurred(density: NumberColumn, columns: number, bins: number): Float32Array {
  const cells = Float32Array.from(density);
  for (let column = 0; column < columns; ++column) mix(cells, 1, bins, column * bins, kAlong);
  for (let bin = 0; bin < bins; ++bin) mix(cells, bins, columns, bin, kAcross);
  return cells;
}

/**
 * From 0 to 1, cell by cell: 1 where most runs of an x pass, and less in all of a column that
 * fewer runs reach.
 */
export function tonesOf(cloud: Cloud, density: NumberColumn): Float32Array {
  const columns = cloud.x.length;
  const tones = blurred(density, columns, cloud.bins);
  const peaks = new Float32Array(columns);
  let most = 1;
  for (let column = 0; column < columns; ++column) {
    for (let bin = 0; bin < cloud.bins; ++bin) peaks[column] = Math.max(peaks[column] ?? 0, tones[column * cloud.bins + bin] ?? 0);
    most = Math.max(most, cloud.curves[column] ?? 0);
  }
  mix(peaks, 1, columns, 0, 4 * kAcross);
  for (let column = 0; column < columns; ++column) {
    const share = Math.sqrt((cloud.curves[column] ?? 0) / most) / (peaks[column] || 1);
    for (let bin = 0; bin < cloud.bins; ++bin) {
      const at = column * cloud.bins + bin;
      tones[at] = Math.min(1, (tones[at] ?? 0) * share);
    }
  }
  return tones;
}

/** Where a place lies between two cells: the first of them, and the share of the second. */
type Between = readonly [first: number, second: number, share: number];

function between(place: number, last: number): Between {
  const first = Math.max(0, Math.min(last, Math.floor(place)));
  return [first, Math.min(last, first + 1), Math.max(0, Math.min(1, place - first))];
}

function columnAt(x: NumberColumn, value: number): Between | null {
  const last = x.length - 1;
  if (!(value >= (x[0] ?? NaN) && value <= (x[last] ?? NaN))) return null;
  const above = Math.max(1, Math.min(last, lowerBound(x, value)));
  const [low, high] = [x[above - 1] ?? NaN, x[above] ?? NaN];
  return between(above - 1 + (high > low ? (value - low) / (high - low) : 0), last);
}

/** A picture of the plot's size. */
export function densityImage(cloud: Cloud, density: NumberColumn, plot: Plot, color: string): HTMLCanvasElement {
  const width = Math.max(1, Math.round(plot.right - plot.left));
  const height = Math.max(1, Math.round(plot.bottom - plot.top));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  const image = context.createImageData(width, height);
  const { r, g, b } = parseColor(color);
  const { bins } = cloud;
  const tones = tonesOf(cloud, density);
  const alphas = Uint8ClampedArray.from({ length: kTones }, (_, i) => 255 * kMostAlpha * (i / (kTones - 1)) ** kGamma);
  const [low, high] = cloud.densityRange;
  const rows = Array.from({ length: height }, (_, row) => {
    const bin = ((plot.y.value(plot.top + row + 0.5) - low) / (high - low)) * bins - 0.5;
    return bin > -1 && bin < bins ? between(bin, bins - 1) : null;
  });
  for (let column = 0; column < width; ++column) {
    const across = columnAt(cloud.x, plot.x.value(plot.left + column + 0.5));
    if (across === null) continue;
    const [left, right, share] = across;
    const mixed = (bin: number): number => (tones[left * bins + bin] ?? 0) * (1 - share) + (tones[right * bins + bin] ?? 0) * share;
    rows.forEach((along, row) => {
      if (along === null) return;
      const tone = mixed(along[0]) * (1 - along[2]) + mixed(along[1]) * along[2];
      const offset = (row * width + column) * 4;
      image.data[offset] = r;
      image.data[offset + 1] = g;
      image.data[offset + 2] = b;
      image.data[offset + 3] = alphas[Math.round(tone * (kTones - 1))] ?? 0;
    });
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
