/** Histograms along an axis of time: as a heat map, or as bands of percentiles. */

import { rampTable } from './color_ramp';
import { countPart } from './histogram_counts';
import type { Scale } from './line_chart/scales';
import {
  baseline,
  bottomTicks,
  formatTime,
  leftTicks,
  timeCursor,
  timeOf,
  timeScale,
  timeTicks,
  valueScale,
  valueTicks,
  type HistogramDrawing,
  type Surface,
} from './histogram_surface';

const kBandAlphas = [0.12, 0.18, 0.26, 0.34];
const kPercentiles = 9;
const kLift = 0.6; // Of small counts in a heat map.

/** The row whose time is nearest; -1 without any. Times ascend. */
export function nearestRow(times: ArrayLike<number>, time: number): number {
  let [low, high] = [0, times.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle;
  }
  if (high < 0) return -1;
  return Math.abs(times[high]! - time) < Math.abs(times[low]! - time) ? high : low;
}

const timesOf = ({ columns, axis }: HistogramDrawing): number[] =>
  Array.from({ length: columns.step.length }, (_, row) => timeOf(columns, axis, row));

function drawAxes(surface: Surface, drawing: HistogramDrawing, times: Scale): void {
  baseline(surface);
  bottomTicks(surface, times, timeTicks(drawing.axis, times.domain, surface.plot.width / 84));
}

function drawRug({ g, theme, plot }: Surface, drawing: HistogramDrawing, times: Scale, all: readonly number[]): void {
  g.fillStyle = theme.token['--danger'];
  for (let row = 0; row < all.length; row++) {
    if (drawing.binned.broken[row] !== 1) continue;
    const left = times.pixel(all[row]!);
    const right = row + 1 < all.length ? times.pixel(all[row + 1]!) : plot.left + plot.width;
    g.fillRect(left, plot.top + plot.height - 3, Math.max(2, right - left), 3);
  }
}

function drawCursors(surface: Surface, drawing: HistogramDrawing, times: Scale): void {
  const { chosen, columns, axis, cursor, hovered } = drawing;
  const inside = (time: number) => time >= times.domain[0] && time <= times.domain[1];
  const hoverLabel = cursor !== null && hovered ? formatTime(axis, cursor) : null;
  if (chosen >= 0) {
    const time = timeOf(columns, axis, chosen);
    timeCursor(surface, times.pixel(time), hoverLabel === null ? formatTime(axis, time) : null, true);
  }
  if (cursor !== null && inside(cursor)) timeCursor(surface, times.pixel(cursor), hoverLabel, false);
}

/** Pixels of the heat map: a column for each of the canvas', a row for each bin. */
function heatPixels(drawing: HistogramDrawing, times: Scale, all: readonly number[], width: number, ramp: Uint8Array): ImageData {
  const { binned } = drawing;
  const image = new ImageData(width, binned.bins);
  const pixels = new Uint32Array(image.data.buffer);
  const colors = new Uint32Array(ramp.buffer);
  const span = times.range[1] - times.range[0];
  const [partOf, power] = [countPart(binned, drawing.counts), drawing.counts === 'log' ? 1 : kLift];
  for (let x = 0; x < width; x++) {
    const row = nearestRow(all, times.value(times.range[0] + ((x + 0.5) / width) * span));
    if (row < 0 || binned.broken[row] === 1) continue;
    for (let bin = 0; bin < binned.bins; bin++) {
      const part = partOf(binned.counts[row * binned.bins + bin] ?? 0);
      pixels[(binned.bins - 1 - bin) * width + x] = colors[Math.round(part ** power * 255)]!;
    }
  }
  return image;
}

export function drawHeat(surface: Surface, drawing: HistogramDrawing): void {
  const { g, theme, plot } = surface;
  const times = timeScale(drawing, plot);
  const values = valueScale(drawing, plot);
  const all = timesOf(drawing);
  const ramp = rampTable(theme.token['--bg-card'], drawing.color, theme.token['--text-1']);
  const buffer = new OffscreenCanvas(Math.max(1, Math.round(plot.width)), drawing.binned.bins);
  buffer.getContext('2d')?.putImageData(heatPixels(drawing, times, all, buffer.width, ramp), 0, 0);
  g.imageSmoothingEnabled = false;
  g.drawImage(buffer, plot.left, plot.top, plot.width, plot.height);
  leftTicks(surface, values, valueTicks(values, plot.height, 56), false);
  drawRug(surface, drawing, times, all);
  drawAxes(surface, drawing, times);
  drawCursors(surface, drawing, times);
}

/** Rows in a row that have percentiles: bands are drawn through each such stretch. */
function stretches(drawing: HistogramDrawing): number[][] {
  const { columns, binned } = drawing;
  const found: number[][] = [];
  let open = false;
  for (let row = 0; row < columns.step.length; row++) {
    const usable = binned.broken[row] !== 1 && Number.isFinite(columns.percentiles?.[row * kPercentiles] ?? NaN);
    if (usable && !open) found.push([]);
    if (usable) found[found.length - 1]!.push(row);
    open = usable;
  }
  return found;
}

export function drawBands(surface: Surface, drawing: HistogramDrawing): void {
  const { g, plot } = surface;
  const { columns, color } = drawing;
  const times = timeScale(drawing, plot);
  const values = valueScale(drawing, plot);
  const all = timesOf(drawing);
  leftTicks(surface, values, valueTicks(values, plot.height, 56), true);
  const y = (row: number, place: number) =>
    values.pixel(columns.percentiles?.[row * kPercentiles + place] ?? Number.NaN);
  g.save();
  g.beginPath();
  g.rect(plot.left, plot.top, plot.width, plot.height);
  g.clip();
  for (const rows of stretches(drawing)) {
    const lone = rows.length === 1;
    const points = lone ? [rows[0]!, rows[0]!] : rows;
    const x = (i: number) => {
      const at = times.pixel(all[points[i]!]!);
      return lone ? Math.min(plot.left + plot.width, Math.max(plot.left, at + (i === 0 ? -6 : 6))) : at;
    };
    g.fillStyle = color;
    kBandAlphas.forEach((alpha, band) => {
      g.globalAlpha = alpha;
      g.beginPath();
      points.forEach((row, i) => g.lineTo(x(i), y(row, band)));
      for (let i = points.length - 1; i >= 0; i--) g.lineTo(x(i), y(points[i]!, kPercentiles - 1 - band));
      g.fill();
    });
    g.globalAlpha = 1;
    g.strokeStyle = color;
    g.lineWidth = 1.8;
    g.lineJoin = 'round';
    g.beginPath();
    points.forEach((row, i) => g.lineTo(x(i), y(row, 4)));
    g.stroke();
  }
  g.restore();
  drawRug(surface, drawing, times, all);
  drawAxes(surface, drawing, times);
  drawCursors(surface, drawing, times);
}
