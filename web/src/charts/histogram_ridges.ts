/** Histograms one before the other (offset), or over one another (overlay). */

import type { Scale } from './line_chart/scales';
import type { BinnedHistograms } from './histogram_bins';
import { countPart, countsOnto } from './histogram_counts';
import {
  baseline,
  bottomTicks,
  fontOf,
  formatTime,
  kRidge,
  leftTicks,
  shade,
  timeOf,
  timeScale,
  timeTicks,
  valueScale,
  valueTicks,
  type HistogramDrawing,
  type Surface,
} from './histogram_surface';

const kLeastGap = 6; // Pixels between two ridges.

/** Rows that are drawn: at most `most`, evenly chosen, with the first, the last and the chosen. */
export function shownRows(rows: number, most: number, chosen: number): number[] {
  const kept = new Set<number>();
  const count = Math.min(rows, Math.max(2, Math.floor(most)));
  for (let i = 0; i < count; i++) kept.add(count === 1 ? 0 : Math.round((i * (rows - 1)) / (count - 1)));
  if (chosen >= 0 && chosen < rows) kept.add(chosen);
  return [...kept].sort((a, b) => a - b);
}

/** The outline of a row, from its left end to its right one. */
function trace(g: CanvasRenderingContext2D, binned: BinnedHistograms, row: number, values: Scale, y: (count: number) => number): void {
  const width = (binned.range.high - binned.range.low) / binned.bins;
  g.beginPath();
  g.moveTo(values.range[0], y(0));
  for (let bin = 0; bin < binned.bins; bin++) {
    const center = binned.range.low + (bin + 0.5) * width;
    g.lineTo(values.pixel(center), y(binned.counts[row * binned.bins + bin] ?? 0));
  }
  g.lineTo(values.range[1], y(0));
}

function drawBroken({ g, theme }: Surface, values: Scale, y: number): void {
  g.save();
  g.setLineDash([1, 3]);
  g.strokeStyle = theme.token['--danger'];
  g.beginPath();
  g.moveTo(values.range[0], Math.round(y) + 0.5);
  g.lineTo(values.range[1], Math.round(y) + 0.5);
  g.stroke();
  g.restore();
}

function rightLabels(surface: Surface, drawing: HistogramDrawing, times: Scale): void {
  const { g, theme, plot } = surface;
  const x = plot.left + plot.width + 8;
  const place = (y: number) => Math.min(y - 2, plot.top + plot.height - 6);
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  let chosenY = Number.NaN;
  if (drawing.chosen >= 0) {
    const time = timeOf(drawing.columns, drawing.axis, drawing.chosen);
    chosenY = place(times.pixel(time));
    g.font = fontOf(theme, 600);
    g.fillStyle = theme.token['--text-1'];
    g.fillText(formatTime(drawing.axis, time), x, chosenY, 44);
  }
  g.font = fontOf(theme);
  g.fillStyle = theme.token['--text-3'];
  for (const { value, label } of timeTicks(drawing.axis, times.domain, (plot.height * (1 - kRidge)) / 62)) {
    const y = place(times.pixel(value));
    if (Math.abs(y - chosenY) < 13) continue;
    g.fillText(label, x, y, 44);
  }
}

export function drawOffset(surface: Surface, drawing: HistogramDrawing): void {
  const { g, theme, plot } = surface;
  const { binned, columns, color, chosen } = drawing;
  const values = valueScale(drawing, plot);
  const times = timeScale(drawing, plot);
  const rise = plot.height * kRidge - 2;
  const part = countPart(binned, drawing.counts);
  const rows = shownRows(binned.rows, (plot.height * (1 - kRidge)) / kLeastGap, chosen);
  bottomTicks(surface, values, valueTicks(values, plot.width, 62));
  g.lineJoin = 'round';
  for (const row of rows) {
    const base = times.pixel(timeOf(columns, drawing.axis, row));
    if (binned.broken[row] === 1) {
      drawBroken(surface, values, base);
      continue;
    }
    const age = binned.rows > 1 ? row / (binned.rows - 1) : 1;
    trace(g, binned, row, values, (count) => base - part(count) * rise);
    const lit = row === chosen;
    g.fillStyle = shade(theme, color, lit ? 0.9 : 0.1 + 0.42 * age);
    g.fill();
    g.strokeStyle = lit ? theme.token['--text-1'] : shade(theme, color, 0.32 + 0.6 * age);
    g.lineWidth = lit ? 1.4 : 1;
    g.stroke();
  }
  rightLabels(surface, drawing, times);
}

export function drawOverlay(surface: Surface, drawing: HistogramDrawing): void {
  const { g, theme, plot } = surface;
  const { binned, color, chosen } = drawing;
  const values = valueScale(drawing, plot);
  const counts = countsOnto(binned, drawing.counts, [plot.top + plot.height, plot.top]);
  leftTicks(surface, counts, valueTicks(counts, plot.height, 56), true);
  baseline(surface);
  bottomTicks(surface, values, valueTicks(values, plot.width, 62));
  g.lineJoin = 'round';
  for (const row of shownRows(binned.rows, 60, chosen)) {
    if (row === chosen || binned.broken[row] === 1) continue;
    const age = binned.rows > 1 ? row / (binned.rows - 1) : 1;
    trace(g, binned, row, values, (count) => counts.pixel(count));
    g.strokeStyle = shade(theme, color, 0.22 + 0.7 * age);
    g.lineWidth = 1;
    g.stroke();
  }
  if (chosen < 0) return;
  if (binned.broken[chosen] === 1) {
    drawBroken(surface, values, plot.top + plot.height - 1);
    return;
  }
  trace(g, binned, chosen, values, (count) => counts.pixel(count));
  g.fillStyle = color;
  g.globalAlpha = 0.22;
  g.fill();
  g.globalAlpha = 1;
  g.strokeStyle = theme.token['--text-1'];
  g.lineWidth = 1.6;
  g.stroke();
}
