/** What is said on the chart: NaN, infinities, restarts, live ends, markers. */

import { inkOf, type ChartTheme } from '../theme';
import { tickFont } from './draw_axes';
import { lowerBound } from './domains';
import { interpolate } from './hit_testing';
import type { Plot } from './layout';
import type { Line, Marker, NonFiniteSpan, SupersededBranch } from './model';
import type { Surface } from './surface';

const kRugHeight = 3;
const kWordHeight = 11;
const kMostNaNWords = 3; // Of one line.
const kLeastMarkGap = 8; // Pixels between marks of one line; nearer ones are left out.

export function fillDot(surface: Surface, x: number, y: number, color: string, radius: number, theme: ChartTheme): void {
  surface.beginPath();
  surface.arc(x, y, radius, 0, 2 * Math.PI);
  surface.fillStyle = color;
  surface.fill();
  surface.strokeStyle = theme.token['--bg-card'];
  surface.lineWidth = 1.5;
  surface.stroke();
}

function drawRing(surface: Surface, x: number, y: number, color: string, theme: ChartTheme): void {
  surface.beginPath();
  surface.arc(x, y, 3.8, 0, 2 * Math.PI);
  surface.fillStyle = theme.token['--bg-card'];
  surface.fill();
  surface.strokeStyle = color;
  surface.lineWidth = 1.6;
  surface.stroke();
}

/** Behind words that lines may cross. */
function fillGround(surface: Surface, x: number, y: number, width: number, height: number, theme: ChartTheme): void {
  surface.fillStyle = theme.token['--bg-card'];
  surface.globalAlpha = 0.86;
  surface.fillRect(x, y, width, height);
  surface.globalAlpha = 1;
}

/** Words that stand on the chart already: none goes over another. */
type Taken = { readonly left: number; readonly right: number; readonly y: number }[];

/** Says it where there is room. */
function note(surface: Surface, plot: Plot, text: string, x: number, y: number, color: string, theme: ChartTheme, taken: Taken): void {
  surface.font = `600 10px ${theme.token['--font']}`;
  const right = x + surface.measureText(text).width;
  const free = taken.every((other) => Math.abs(other.y - y) >= kWordHeight || right < other.left - 4 || x > other.right + 4);
  if (free && right <= plot.right) {
    taken.push({ left: x, right, y });
    fillGround(surface, x - 2, y - kWordHeight / 2, right - x + 4, kWordHeight, theme);
    surface.fillStyle = inkOf(color, theme);
    surface.textAlign = 'left';
    surface.fillText(text, x, y);
  }
  surface.font = tickFont(theme);
}

/** The last finite value of a line before x, or the first one after it. */
function valueBefore(line: Line, x: number): number {
  const start = lowerBound(line.x, x);
  for (let i = start - 1; i >= 0; i--) if (Number.isFinite(line.y[i])) return line.y[i] ?? NaN;
  for (let i = start; i < line.x.length; ++i) if (Number.isFinite(line.y[i])) return line.y[i] ?? NaN;
  return NaN;
}

function drawNaN(surface: Surface, plot: Plot, line: Line, from: number, theme: ChartTheme, taken: Taken | null): void {
  const x = plot.x.pixel(from);
  const at = plot.y.pixel(valueBefore(line, from));
  const y = Math.max(plot.top + 4, Math.min(plot.bottom - 4, Number.isFinite(at) ? at : plot.bottom - 12));
  surface.strokeStyle = line.color;
  surface.lineWidth = 1;
  surface.setLineDash([1, 3]);
  surface.beginPath();
  surface.moveTo(Math.round(x) + 0.5, y + 5);
  surface.lineTo(Math.round(x) + 0.5, plot.bottom - kRugHeight - 1);
  surface.stroke();
  surface.setLineDash([]);
  surface.lineWidth = 1.8;
  surface.beginPath();
  surface.moveTo(x - 3, y - 3);
  surface.lineTo(x + 3, y + 3);
  surface.moveTo(x + 3, y - 3);
  surface.lineTo(x - 3, y + 3);
  surface.stroke();
  if (taken !== null) note(surface, plot, 'NaN', x + 6, plot.bottom - 11, line.color, theme, taken);
}

function drawInfinity(surface: Surface, plot: Plot, line: Line, span: NonFiniteSpan): void {
  const x = plot.x.pixel(span.from);
  const up = span.kind === 'Infinity';
  const tip = up ? plot.top : plot.bottom - 1;
  const base = up ? tip + 7 : tip - 7;
  surface.fillStyle = line.color;
  surface.beginPath();
  surface.moveTo(x, tip);
  surface.lineTo(x + 4.5, base);
  surface.lineTo(x - 4.5, base);
  surface.closePath();
  surface.fill();
}

function drawRug(surface: Surface, plot: Plot, line: Line, span: NonFiniteSpan): void {
  const from = Math.max(plot.left, plot.x.pixel(span.from));
  const to = Math.min(plot.right, plot.x.pixel(span.to));
  const width = Math.max(to - from, span.kind === 'NaN' ? 2 : 0);
  surface.fillStyle = line.color;
  surface.globalAlpha = 0.9;
  const y = span.kind === 'Infinity' ? plot.top : plot.bottom - kRugHeight;
  if (width > 0) surface.fillRect(from, y, width, kRugHeight);
  surface.globalAlpha = 1;
}

function drawNonFinite(surface: Surface, plot: Plot, line: Line, theme: ChartTheme, taken: Taken): void {
  const spans = line.nonFinite ?? [];
  const words = spans.filter(({ kind }) => kind === 'NaN').length <= kMostNaNWords ? taken : null;
  let end = -Infinity;
  for (const span of spans) {
    if (span.to < plot.x.domain[0] || span.from > plot.x.domain[1]) continue;
    drawRug(surface, plot, line, span);
    const x = plot.x.pixel(span.from);
    if (x < plot.left || x - end < kLeastMarkGap) continue;
    end = x;
    if (span.kind === 'NaN') drawNaN(surface, plot, line, span.from, theme, words);
    else drawInfinity(surface, plot, line, span);
  }
}

function drawRestart(
  surface: Surface,
  plot: Plot,
  line: Line,
  branch: SupersededBranch,
  theme: ChartTheme,
  taken: Taken | null,
): void {
  const start = branch.x[0];
  if (start === undefined) return;
  const value = branch.y[0] ?? interpolate(line.x, line.y, start);
  const x = plot.x.pixel(start);
  const y = plot.y.pixel(value);
  if (inside(plot, x, y)) drawRing(surface, x, y, line.color, theme);
  const last = branch.x.length - 1;
  const endX = plot.x.pixel(branch.x[last] ?? NaN);
  const endY = plot.y.pixel(branch.y[last] ?? NaN);
  if (taken !== null && inside(plot, endX, endY)) {
    note(surface, plot, 'superseded', endX + 6, endY - 2, line.color, theme, taken);
  }
}

function inside(plot: Plot, x: number, y: number): boolean {
  return x >= plot.left - 1 && x <= plot.right + 1 && y >= plot.top - 1 && y <= plot.bottom + 1;
}

function drawLiveEnd(surface: Surface, plot: Plot, line: Line, theme: ChartTheme): void {
  const last = line.x.length - 1;
  if (last < 0) return;
  const x = plot.x.pixel(line.x[last] ?? NaN);
  const y = plot.y.pixel(line.y[last] ?? NaN);
  if (inside(plot, x, y)) fillDot(surface, x, y, line.color, 3, theme);
}

/** Marks of all lines; NaN has its word where that fits, all else where there is room for `words`. */
export function drawMarks(
  surface: Surface,
  plot: Plot,
  lines: readonly Line[],
  theme: ChartTheme,
  words: boolean,
): void {
  surface.textBaseline = 'middle';
  const taken: Taken = [];
  for (const line of lines) {
    for (const branch of line.branches ?? []) drawRestart(surface, plot, line, branch, theme, words ? taken : null);
    drawNonFinite(surface, plot, line, theme, taken);
    if (line.live === true) drawLiveEnd(surface, plot, line, theme);
  }
}

const inSight = (plot: Plot, marker: Marker): boolean => {
  const x = plot.x.pixel(marker.x);
  return x >= plot.left - 0.5 && x <= plot.right;
};

/** Markers lie behind the lines: a thin line each. */
export function drawMarkers(surface: Surface, plot: Plot, markers: readonly Marker[], theme: ChartTheme): void {
  for (const marker of markers.filter((one) => inSight(plot, one))) {
    const x = Math.round(plot.x.pixel(marker.x)) + 0.5;
    surface.strokeStyle = theme.token['--axis'];
    surface.lineWidth = 1;
    surface.beginPath();
    surface.moveTo(x, plot.top);
    surface.lineTo(x, plot.bottom);
    surface.stroke();
  }
}

/** Their labels stand over the lines, on a ground of their own. */
export function drawMarkerLabels(surface: Surface, plot: Plot, markers: readonly Marker[], theme: ChartTheme): void {
  surface.font = tickFont(theme);
  surface.textBaseline = 'middle';
  for (const marker of markers.filter((one) => inSight(plot, one) && one.label !== '')) {
    const x = Math.round(plot.x.pixel(marker.x)) + 0.5;
    const { width } = surface.measureText(marker.label);
    const left = x + 5 + width > plot.right ? x - 5 - width : x + 5;
    fillGround(surface, left - 3, plot.top, width + 6, 14, theme);
    surface.fillStyle = theme.token['--text-2'];
    surface.textAlign = 'left';
    surface.fillText(marker.label, left, plot.top + 7);
  }
}
