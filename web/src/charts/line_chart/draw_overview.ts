/** The strip below a zoomed chart: the whole curve, and the window on it. */

import type { ChartTheme } from '../theme';
import { xExtent, yExtent } from './domains';
import type { ChartContent, NumberColumn } from './model';
import { makeScale, type Domain, type Scale, type ScaleKind } from './scales';
import type { Surface } from './surface';

export interface Overview {
  readonly x: Scale;
  readonly y: Scale;
  readonly height: number;
}

export function prepareOverview(
  content: ChartContent,
  kinds: { readonly x: ScaleKind; readonly y: ScaleKind },
  left: number,
  right: number,
  height: number,
): Overview {
  const extent = xExtent(content, kinds.x);
  return {
    x: makeScale(kinds.x, extent, [left, right]),
    y: makeScale(kinds.y, yExtent(content, extent, kinds.y, true), [height - 3, 3]),
    height,
  };
}

function strokeCurve(surface: Surface, overview: Overview, x: NumberColumn, y: NumberColumn): void {
  let pen = false;
  surface.beginPath();
  for (let i = 0; i < x.length; ++i) {
    const py = overview.y.pixel(y[i] ?? NaN);
    if (!Number.isFinite(py)) {
      pen = false;
      continue;
    }
    if (pen) surface.lineTo(overview.x.pixel(x[i] ?? NaN), py);
    else surface.moveTo(overview.x.pixel(x[i] ?? NaN), py);
    pen = true;
  }
  surface.stroke();
}

export function drawOverview(
  surface: Surface,
  overview: Overview,
  content: ChartContent,
  window: Domain,
  theme: ChartTheme,
): void {
  const [left, right] = overview.x.range;
  const height = overview.height;
  surface.save();
  surface.fillStyle = theme.token['--bg-inset'];
  surface.beginPath();
  surface.roundRect(left, 0, right - left, height, 4);
  surface.fill();
  surface.clip();
  surface.globalAlpha = 0.75;
  surface.lineWidth = 1;
  for (const line of content.lines) {
    surface.strokeStyle = line.color;
    strokeCurve(surface, overview, line.x, line.y);
  }
  for (const band of content.bands) {
    surface.strokeStyle = band.color;
    strokeCurve(surface, overview, band.x, band.middle);
  }
  if (content.cloud !== null) {
    surface.strokeStyle = theme.token['--text-1'];
    strokeCurve(surface, overview, content.cloud.x, content.cloud.median);
  }
  const from = Math.max(left, Math.min(right, overview.x.pixel(window[0])));
  const to = Math.max(left, Math.min(right, overview.x.pixel(window[1])));
  surface.fillStyle = theme.token['--bg-inset'];
  surface.globalAlpha = 0.72;
  surface.fillRect(left, 0, from - left, height);
  surface.fillRect(to, 0, right - to, height);
  surface.globalAlpha = 1;
  surface.restore();
  drawWindow(surface, from, to, height, theme);
}

function drawWindow(surface: Surface, from: number, to: number, height: number, theme: ChartTheme): void {
  surface.strokeStyle = theme.token['--border-control'];
  surface.lineWidth = 1;
  surface.beginPath();
  surface.roundRect(from + 0.5, 0.5, Math.max(1, to - from - 1), height - 1, 4);
  surface.stroke();
  for (const x of [from, to]) {
    surface.fillStyle = theme.token['--bg-card'];
    surface.beginPath();
    surface.roundRect(x - 3.5, height / 2 - 7, 7, 14, 2.5);
    surface.fill();
    surface.stroke();
  }
}
