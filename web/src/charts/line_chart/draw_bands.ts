/** Groups of runs as bands, and many runs as a cloud. */

import type { ChartTheme } from '../theme';
import { densityImage } from './draw_density';
import { drawLone, isLone, kLoneReach } from './draw_lone';
import type { Plot } from './layout';
import type { Band, Cloud, NumberColumn } from './model';
import type { Surface } from './surface';

const kCoarsestBin = 10; // Pixels.
const kNestedAlpha = 0.16;

function fillBetween(surface: Surface, plot: Plot, x: NumberColumn, low: NumberColumn, high: NumberColumn): void {
  const pixel = (y: NumberColumn, i: number): number => {
    const at = plot.y.pixel(y[i] ?? NaN);
    return Number.isNaN(at) ? plot.bottom : at; // Below zero on a log axis.
  };
  let start = 0;
  while (start < x.length) {
    while (start < x.length && !Number.isFinite((low[start] ?? NaN) + (high[start] ?? NaN))) start++;
    let end = start;
    while (end < x.length && Number.isFinite((low[end] ?? NaN) + (high[end] ?? NaN))) end++;
    if (end === start + 1) {
      const [at, top] = [plot.x.pixel(x[start] ?? NaN), pixel(high, start)];
      surface.fillRect(at - kLoneReach, top, 2 * kLoneReach, pixel(low, start) - top);
    } else if (end > start) {
      surface.beginPath();
      surface.moveTo(plot.x.pixel(x[start] ?? NaN), pixel(high, start));
      for (let i = start + 1; i < end; ++i) surface.lineTo(plot.x.pixel(x[i] ?? NaN), pixel(high, i));
      for (let i = end - 1; i >= start; i--) surface.lineTo(plot.x.pixel(x[i] ?? NaN), pixel(low, i));
      surface.closePath();
      surface.fill();
    }
    start = end;
  }
}

/** What stands alone is a dash. */
function strokeThrough(surface: Surface, plot: Plot, x: NumberColumn, y: NumberColumn): void {
  const at = (i: number): readonly [number, number] => [plot.x.pixel(x[i] ?? NaN), plot.y.pixel(y[i] ?? NaN)];
  const isFinite = (i: number): boolean => i >= 0 && i < x.length && Number.isFinite(at(i)[0] + at(i)[1]);
  surface.beginPath();
  for (let i = 0; i < x.length; ++i) {
    const [px, py] = at(i);
    if (!isFinite(i)) continue;
    if (isFinite(i - 1)) surface.lineTo(px, py);
    else if (isFinite(i + 1)) surface.moveTo(px, py);
    else {
      surface.moveTo(px - kLoneReach, py);
      surface.lineTo(px + kLoneReach, py);
    }
  }
  surface.stroke();
}

export function drawBands(surface: Surface, plot: Plot, bands: readonly Band[], theme: ChartTheme): void {
  for (const band of bands) {
    surface.fillStyle = band.color;
    surface.globalAlpha = theme.bandAlpha;
    fillBetween(surface, plot, band.x, band.low, band.high);
    surface.globalAlpha = 1;
  }
  surface.lineJoin = 'round';
  for (const band of bands) strokeMiddle(surface, plot, band, 1.6);
}

/** A band's middle; the one under the pointer once more, stronger. */
export function strokeMiddle(surface: Surface, plot: Plot, band: Band, width: number): void {
  surface.strokeStyle = band.color;
  surface.lineWidth = width;
  strokeThrough(surface, plot, band.x, band.middle);
}

/** Whether bins are fine enough to be drawn; where few of them are in sight, they are blocks. */
function isFine(cloud: Cloud, plot: Plot): boolean {
  const [low, high] = cloud.densityRange;
  const [bottom, top] = plot.y.domain;
  if (cloud.density === null || !(high > low) || plot.y.kind === 'log') return false;
  const perBin = ((high - low) / cloud.bins / (top - bottom)) * (plot.bottom - plot.top);
  return perBin <= kCoarsestBin;
}

export function drawCloud(surface: Surface, plot: Plot, cloud: Cloud, theme: ChartTheme): void {
  if (isLone(cloud)) {
    drawLone(surface, plot, cloud, theme);
    return;
  }
  if (cloud.density !== null && isFine(cloud, plot)) {
    const image = densityImage(cloud, cloud.density, plot, theme.token['--s-muted']);
    surface.drawImage(image, plot.left, plot.top, plot.right - plot.left, plot.bottom - plot.top);
  } else {
    surface.fillStyle = theme.token['--s-muted'];
    surface.globalAlpha = kNestedAlpha;
    for (const [low, high] of cloud.around) fillBetween(surface, plot, cloud.x, low, high);
    surface.globalAlpha = 1;
  }
  surface.fillStyle = theme.token['--text-3'];
  surface.globalAlpha = 0.1;
  fillBetween(surface, plot, cloud.x, cloud.low, cloud.high);
  surface.globalAlpha = 0.7;
  surface.strokeStyle = theme.token['--text-3'];
  surface.lineWidth = 1;
  surface.lineJoin = 'round';
  for (const edge of [cloud.low, cloud.high]) strokeThrough(surface, plot, cloud.x, edge);
  surface.globalAlpha = 1;
  surface.strokeStyle = theme.token['--text-1'];
  surface.lineWidth = 1.8;
  strokeThrough(surface, plot, cloud.x, cloud.median);
}
