/** The curves themselves: raw ones faint behind the smoothed, superseded branches dashed. */

import type { ChartTheme } from '../theme';
import { lowerBound } from './domains';
import type { Plot } from './layout';
import type { Line, NumberColumn } from './model';
import type { Surface } from './surface';

const mostRawLines = 8;
const strokeWidth = { raw: 1, branch: 1.7, line: 1.6, highlighted: 2.4 } as const;

/** Lays a path through the points in sight and one beyond either edge; lone points become dots. */
function trace(surface: Surface, plot: Plot, x: NumberColumn, y: NumberColumn): void {
  const first = Math.max(0, lowerBound(x, plot.x.domain[0]) - 1);
  const end = Math.min(x.length, lowerBound(x, plot.x.domain[1]) + 2);
  let pen = 0;
  let lastX = 0;
  let lastY = 0;
  surface.beginPath();
  for (let i = first; i < end; i++) {
    const px = plot.x.pixel(x[i] ?? NaN);
    const py = plot.y.pixel(y[i] ?? NaN);
    if (!Number.isFinite(px) || !Number.isFinite(py)) {
      if (pen === 1) dot(surface, lastX, lastY);
      pen = 0;
      continue;
    }
    if (pen === 0) surface.moveTo(px, py);
    else surface.lineTo(px, py);
    pen++;
    lastX = px;
    lastY = py;
  }
  if (pen === 1) dot(surface, lastX, lastY);
}

function dot(surface: Surface, x: number, y: number): void {
  surface.moveTo(x - 0.6, y);
  surface.lineTo(x + 0.6, y);
}

function drawRaw(surface: Surface, plot: Plot, line: Line, theme: ChartTheme, highlighted: boolean): void {
  if (line.raw === undefined) return;
  surface.strokeStyle = line.color;
  surface.globalAlpha = theme.rawAlpha * (highlighted ? 2.4 : 1);
  surface.lineWidth = strokeWidth.raw;
  trace(surface, plot, line.x, line.raw);
  surface.stroke();
  surface.globalAlpha = 1;
}

function drawBranches(surface: Surface, plot: Plot, line: Line): void {
  for (const branch of line.branches ?? []) {
    surface.strokeStyle = line.color;
    surface.lineWidth = strokeWidth.branch;
    surface.setLineDash([5, 3]);
    trace(surface, plot, branch.x, branch.y);
    surface.stroke();
    surface.setLineDash([]);
  }
}

function drawLine(surface: Surface, plot: Plot, line: Line, highlighted: boolean): void {
  surface.strokeStyle = line.color;
  surface.lineWidth = highlighted ? strokeWidth.highlighted : strokeWidth.line;
  if (line.dash !== undefined) surface.setLineDash([...line.dash]);
  trace(surface, plot, line.x, line.y);
  surface.stroke();
  if (line.dash !== undefined) surface.setLineDash([]);
}

/** Draws all lines, the highlighted one last, inside of what is clipped to the plot. */
export function drawLines(
  surface: Surface,
  plot: Plot,
  lines: readonly Line[],
  theme: ChartTheme,
  highlighted: string | null,
): void {
  const lit = lines.find((line) => line.key === highlighted);
  surface.lineJoin = 'bevel';
  if (lines.length <= mostRawLines) {
    for (const line of lines) drawRaw(surface, plot, line, theme, line === lit);
  } else if (lit !== undefined) {
    drawRaw(surface, plot, lit, theme, true);
  }
  surface.lineJoin = 'round';
  for (const line of lines) drawBranches(surface, plot, line);
  for (const line of lines) if (line !== lit) drawLine(surface, plot, line, false);
  if (lit !== undefined) drawLine(surface, plot, lit, true);
}
