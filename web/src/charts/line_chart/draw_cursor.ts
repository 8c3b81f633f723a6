/** What moves with the pointer, on a canvas of its own: cursor line, dots, step pill, zoom box. */

import type { ChartTheme } from '../theme';
import { tickFont } from './draw_axes';
import { fillDot } from './draw_marks';
import { pointAt } from './hit_testing';
import type { Plot } from './layout';
import type { ChartContent, NumberColumn } from './model';
import type { Surface } from './surface';

export interface CursorLook {
  readonly x: number;
  readonly here: boolean; // The pointer is on this chart; on others the line is fainter.
  readonly label: string;
  readonly values?: ReadonlyMap<string, number>; // Of lines that are known better than they are drawn, by key.
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const kReachPixels = 3;

export function drawCursor(
  surface: Surface,
  plot: Plot,
  content: ChartContent,
  cursor: CursorLook,
  theme: ChartTheme,
): void {
  const at = plot.x.pixel(cursor.x);
  if (!(at >= plot.left - 1 && at <= plot.right + 1)) return;
  const x = Math.round(at) + 0.5;
  surface.strokeStyle = theme.token['--cursor'];
  surface.globalAlpha = cursor.here ? 1 : 0.55;
  surface.lineWidth = 1;
  surface.beginPath();
  surface.moveTo(x, plot.top);
  surface.lineTo(x, plot.bottom);
  surface.stroke();
  surface.globalAlpha = 1;
  const tolerance = Math.abs(plot.x.value(at + kReachPixels) - cursor.x);
  const radius = cursor.here ? 3.2 : 2.6;
  const mark = (columns: { readonly x: NumberColumn }, y: NumberColumn, color: string, known?: number): void => {
    const i = pointAt(columns, cursor.x, tolerance);
    const py = i < 0 ? NaN : plot.y.pixel(known ?? y[i] ?? NaN);
    if (py >= plot.top - 2 && py <= plot.bottom + 2) fillDot(surface, x, py, color, radius, theme);
  };
  if (content.cloud !== null) mark(content.cloud, content.cloud.median, theme.token['--text-1']);
  for (const band of content.bands) mark(band, band.middle, band.color);
  for (const line of content.lines) mark(line, line.y, line.color, cursor.values?.get(line.key));
  if (cursor.here) drawPill(surface, plot, x, cursor.label, theme);
}

function drawPill(surface: Surface, plot: Plot, x: number, label: string, theme: ChartTheme): void {
  surface.font = tickFont(theme);
  const width = surface.measureText(label).width + 10;
  const left = Math.max(1, Math.min(plot.width - width - 1, x - width / 2));
  surface.fillStyle = theme.token['--ink'];
  surface.beginPath();
  surface.roundRect(left, plot.bottom + 4, width, 17, 4);
  surface.fill();
  surface.fillStyle = theme.token['--on-ink'];
  surface.textAlign = 'center';
  surface.textBaseline = 'middle';
  surface.fillText(label, left + width / 2, plot.bottom + 13);
}

export function drawZoomBox(surface: Surface, box: Box, theme: ChartTheme): void {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  surface.fillStyle = theme.token['--accent'];
  surface.globalAlpha = 0.1;
  surface.fillRect(box.left, box.top, width, height);
  surface.globalAlpha = 1;
  surface.strokeStyle = theme.token['--accent'];
  surface.lineWidth = 1;
  surface.strokeRect(Math.round(box.left) + 0.5, Math.round(box.top) + 0.5, width, height);
}
