/** The curves themselves: raw ones faint behind the smoothed, superseded branches dashed. */

import type { ChartTheme } from '../theme';
import { lowerBound } from './domains';
import type { Plot } from './layout';
import type { Line, NumberColumn } from './model';
import type { Surface } from './surface';

const kMostRawLines = 8;
const kBelow = 20; // Pixels: out of sight.
const kHighlightedRaw = 1.4; // Over the same line at 1: 2.4 together.
const kStrokeWidth = { raw: 1, branch: 1.7, line: 1.6, highlighted: 2.4 } as const;

type Place = readonly [number, number];

/**
 * Lays a path through all points in sight and one beyond either edge, and answers those that stand
 * alone. On a log axis it leaves through the bottom to what is not positive.
 */
function trace(surface: Surface, plot: Plot, x: NumberColumn, y: NumberColumn): readonly Place[] {
  const first = Math.max(0, lowerBound(x, plot.x.domain[0]) - 1);
  const end = Math.min(x.length, lowerBound(x, plot.x.domain[1]) + 2);
  const alone: Place[] = [];
  const bottomless = plot.y.kind === 'log';
  let pen = 0;
  let lastX = 0;
  let lastY = 0;
  surface.beginPath();
  for (let i = first; i < end; ++i) {
    const px = plot.x.pixel(x[i] ?? NaN);
    const value = y[i] ?? NaN;
    const py = bottomless && value <= 0 && value > -Infinity ? plot.bottom + kBelow : plot.y.pixel(value);
    if (!Number.isFinite(px) || !Number.isFinite(py)) {
      if (pen === 1) alone.push([lastX, lastY]);
      pen = 0;
      continue;
    }
    if (pen === 0) surface.moveTo(px, py);
    else surface.lineTo(px, py);
    ++pen;
    lastX = px;
    lastY = py;
  }
  if (pen === 1) alone.push([lastX, lastY]);
  return alone;
}

function fillDots(surface: Surface, places: readonly Place[], color: string, radius: number): void {
  if (places.length === 0) return;
  surface.fillStyle = color;
  surface.beginPath();
  for (const [x, y] of places) {
    surface.moveTo(x + radius, y);
    surface.arc(x, y, radius, 0, 2 * Math.PI);
  }
  surface.fill();
}

function drawRaw(surface: Surface, plot: Plot, line: Line, alpha: number): void {
  if (line.raw === undefined || line.rawHidden === true) return;
  surface.strokeStyle = line.color;
  surface.globalAlpha = alpha;
  surface.lineWidth = kStrokeWidth.raw;
  surface.lineJoin = 'bevel';
  trace(surface, plot, line.x, line.raw);
  surface.stroke();
  surface.globalAlpha = 1;
}

function drawBranches(surface: Surface, plot: Plot, line: Line): void {
  for (const branch of line.branches ?? []) {
    surface.strokeStyle = line.color;
    surface.lineWidth = kStrokeWidth.branch;
    surface.setLineDash([5, 3]);
    trace(surface, plot, branch.x, branch.y);
    surface.stroke();
    surface.setLineDash([]);
  }
}

function drawLine(surface: Surface, plot: Plot, line: Line, width: number): void {
  surface.strokeStyle = line.color;
  surface.lineWidth = width;
  surface.lineJoin = line.x.length > plot.right - plot.left ? 'bevel' : 'round'; // Nobody sees joins of a pixel.
  if (line.dash !== undefined) surface.setLineDash([...line.dash]);
  const alone = trace(surface, plot, line.x, line.y);
  surface.stroke();
  if (line.dash !== undefined) surface.setLineDash([]);
  fillDots(surface, alone, line.color, width + 0.8);
}

/** Draws all lines, inside of what is clipped to the plot. */
export function drawLines(surface: Surface, plot: Plot, lines: readonly Line[], theme: ChartTheme): void {
  if (lines.length <= kMostRawLines) for (const line of lines) drawRaw(surface, plot, line, theme.rawAlpha);
  surface.lineJoin = 'round';
  for (const line of lines) drawBranches(surface, plot, line);
  for (const line of lines) drawLine(surface, plot, line, kStrokeWidth.line);
}

/** The line under the pointer once more, stronger, over all that is drawn. */
export function drawHighlightedLine(surface: Surface, plot: Plot, line: Line, theme: ChartTheme): void {
  drawRaw(surface, plot, line, theme.rawAlpha * kHighlightedRaw);
  drawLine(surface, plot, line, kStrokeWidth.highlighted);
}
