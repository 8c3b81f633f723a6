/** Grid, baseline and tick labels: horizontal lines only. */

import type { ChartTheme } from '../theme';
import type { Plot } from './layout';
import type { Surface } from './surface';

export function tickFont(theme: ChartTheme): string {
  return `11px ${theme.token['--font']}`;
}

export function drawAxes(surface: Surface, plot: Plot, theme: ChartTheme): void {
  surface.font = tickFont(theme);
  surface.textBaseline = 'middle';
  surface.lineWidth = 1;
  surface.textAlign = 'right';
  surface.fillStyle = theme.token['--text-3'];
  surface.strokeStyle = theme.token['--grid'];
  surface.beginPath();
  for (const tick of plot.yTicks) {
    const y = Math.round(plot.y.pixel(tick.value)) + 0.5;
    surface.moveTo(plot.left, y);
    surface.lineTo(plot.right, y);
  }
  surface.stroke();
  for (const tick of plot.yTicks) {
    surface.fillText(tick.label, plot.left - 7, Math.round(plot.y.pixel(tick.value)) + 0.5);
  }
  surface.strokeStyle = theme.token['--axis'];
  surface.beginPath();
  surface.moveTo(plot.left, plot.bottom + 0.5);
  surface.lineTo(plot.right, plot.bottom + 0.5);
  for (const tick of plot.xTicks) {
    const x = Math.round(plot.x.pixel(tick.value)) + 0.5;
    surface.moveTo(x, plot.bottom + 1);
    surface.lineTo(x, plot.bottom + 4);
  }
  surface.stroke();
  surface.textAlign = 'center';
  for (const tick of plot.xTicks) {
    surface.fillText(tick.label, Math.round(plot.x.pixel(tick.value)) + 0.5, plot.bottom + 13);
  }
}

/** What stands where data will be: grid and axis, no numbers. */
export function drawEmptyAxes(surface: Surface, width: number, height: number, theme: ChartTheme): void {
  surface.lineWidth = 1;
  for (const [share, token] of [[0.18, '--grid'], [0.42, '--grid'], [0.66, '--grid'], [0.88, '--axis']] as const) {
    surface.strokeStyle = theme.token[token];
    surface.beginPath();
    surface.moveTo(40, Math.round(height * share) + 0.5);
    surface.lineTo(width * 0.97, Math.round(height * share) + 0.5);
    surface.stroke();
  }
}
