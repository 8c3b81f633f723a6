/** A cloud of runs that have no two points apart: there are no lines to draw, but points. */

import type { ChartTheme } from '../theme';
import type { Plot } from './layout';
import type { Cloud } from './model';
import type { Surface } from './surface';

/** Half the width of what stands at one x only. */
export const kLoneReach = 9;
const kRadius = 2.5;
const kPointAlpha = 0.3;
const kFewRuns = 5; // Fewer have no band.

/** Whether every run is at one x only, be it the same for all or not. */
export function isLone({ x, curves, runs, density }: Cloud): boolean {
  let values = 0;
  for (let i = 0; i < x.length && values <= runs; ++i) values += curves[i] ?? 0;
  return density !== null && values <= runs;
}

/** A point for each bin that some runs are in, the darker the more they are. */
function drawPoints(surface: Surface, plot: Plot, cloud: Cloud, column: number): void {
  const [low, high] = cloud.densityRange;
  const x = plot.x.pixel(cloud.x[column] ?? NaN);
  for (let bin = 0; bin < cloud.bins; ++bin) {
    const count = cloud.density?.[column * cloud.bins + bin] ?? 0;
    const y = plot.y.pixel(low + ((bin + 0.5) * (high - low)) / cloud.bins);
    if (!(count > 0) || !Number.isFinite(x + y)) continue;
    surface.globalAlpha = 1 - (1 - kPointAlpha) ** count;
    surface.beginPath();
    surface.arc(x, y, kRadius, 0, 2 * Math.PI);
    surface.fill();
  }
  surface.globalAlpha = 1;
}

/** The runs' points, and where enough of them are at one x, their band and a mark at their median. */
export function drawLone(surface: Surface, plot: Plot, cloud: Cloud, theme: ChartTheme): void {
  for (let i = 0; i < cloud.x.length; ++i) {
    surface.fillStyle = theme.token['--s-muted'];
    drawPoints(surface, plot, cloud, i);
    if ((cloud.curves[i] ?? 0) < kFewRuns) continue;
    const [x, top, bottom] = [plot.x.pixel(cloud.x[i] ?? NaN), plot.y.pixel(cloud.high[i] ?? NaN), plot.y.pixel(cloud.low[i] ?? NaN)];
    surface.fillStyle = theme.token['--text-3'];
    surface.globalAlpha = 0.1;
    if (Number.isFinite(top + bottom)) surface.fillRect(x - kLoneReach, top, 2 * kLoneReach, bottom - top);
    surface.globalAlpha = 1;
    surface.strokeStyle = theme.token['--text-1'];
    surface.lineWidth = 1.5;
    const middle = plot.y.pixel(cloud.median[i] ?? NaN);
    surface.beginPath();
    surface.moveTo(x - kLoneReach, middle);
    surface.lineTo(x + kLoneReach, middle);
    if (Number.isFinite(middle)) surface.stroke();
  }
}
