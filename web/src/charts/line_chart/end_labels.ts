/** Last values at the ends of the lines, pushed apart so that each can be read. */

import { inkOf, type ChartTheme } from '../theme';
import { tickFont } from './draw_axes';
import { kPlotMargins, type Plot } from './layout';
import { isLone } from './draw_lone';
import { interpolate } from './hit_testing';
import type { ChartContent, Line } from './model';
import type { Domain } from './scales';
import type { Surface } from './surface';
import { shortNumber } from './short_number';

export const kEndLabelGap = 12.5;
const kMostLabels = 8;
const kMostNames = 24;
const kWidestGutter = 96;

export interface EndLabel {
  readonly text: string;
  readonly color: string;
  readonly value: number;
}

/**
 * Moves places apart until neighbours are `gap` away from each other, as little as it can, and
 * keeps them between top and bottom while they fit. Returns places in the order they were given.
 */
export function pushApart(places: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const clusters: { sum: number; members: number[] }[] = [];
  const startOf = (cluster: { sum: number; members: number[] }): number => {
    const height = (cluster.members.length - 1) * gap;
    const start = cluster.sum / cluster.members.length - height / 2;
    return Math.max(top, Math.min(start, bottom - height));
  };
  for (const i of order) {
    let cluster = { sum: Math.max(top, Math.min(bottom, places[i] ?? 0)), members: [i] };
    for (;;) {
      const before = clusters.at(-1);
      if (before === undefined) break;
      if (startOf(before) + before.members.length * gap <= startOf(cluster) + 1e-9) break;
      clusters.pop();
      cluster = { sum: before.sum + cluster.sum, members: [...before.members, ...cluster.members] };
    }
    clusters.push(cluster);
  }
  const moved = new Array<number>(places.length).fill(0);
  for (const cluster of clusters) {
    const start = startOf(cluster);
    cluster.members.forEach((i, k) => (moved[i] = start + k * gap));
  }
  return moved;
}

/** Where a line leaves the window: its last value there, or NaN where it has none. */
function lastInSight(line: Line, [from, until]: Domain): number {
  if (line.nonFinite?.some((span) => span.to >= (line.x[line.x.length - 1] ?? 0) && span.from <= until)) return NaN;
  let i = line.x.length - 1;
  while (i >= 0 && (line.x[i] ?? 0) > until) i--;
  if ((line.x[i] ?? -Infinity) >= from) return line.y[i] ?? NaN;
  return interpolate(line.x, line.y, until); // It passes through, between two points, or ended before.
}

function isInSight(line: Line, [from, until]: Domain): boolean {
  const last = line.x[line.x.length - 1] ?? -Infinity;
  return last >= from && (line.x[0] ?? Infinity) <= until;
}

/** The last value that can be drawn: a line that ended in NaN has its name there. */
function lastFinite(line: Line, until: number): number {
  let i = line.x.length - 1;
  while (i >= 0 && ((line.x[i] ?? 0) > until || !Number.isFinite(line.y[i]))) i--;
  return line.y[i] ?? NaN;
}

/** Labels of a chart, or none where there are too many to tell apart. */
export function endLabels(content: ChartContent, window: Domain, theme: ChartTheme, names = false): EndLabel[] {
  if (content.lines.length + content.bands.length > (names ? kMostNames : kMostLabels)) return [];
  const labels: EndLabel[] = [];
  if (content.cloud !== null && (content.cloud.x.length === 1 || !isLone(content.cloud))) {
    const value = content.cloud.median[content.cloud.median.length - 1] ?? NaN;
    labels.push({ text: 'median', color: theme.token['--text-2'], value });
  }
  for (const band of content.bands) {
    labels.push({
      text: band.name.replace(/\/$/, ''),
      color: inkOf(band.color, theme),
      value: band.middle[band.middle.length - 1] ?? NaN,
    });
  }
  for (const line of content.lines) {
    if (!isInSight(line, window)) continue;
    const value = lastInSight(line, window);
    const color = inkOf(line.color, theme);
    if (!names) labels.push({ text: shortNumber(value), color, value });
    else labels.push({ text: `${Number.isNaN(value) ? 'NaN' : shortNumber(value)}  ${line.name}`, color, value: lastFinite(line, window[1]) });
  }
  return labels.filter((label) => Number.isFinite(label.value));
}

/** Room that labels need at the right; the usual gutter for numbers, more for names. */
export function gutterOf(labels: readonly EndLabel[], measure: (text: string) => number, most = kWidestGutter): number {
  if (labels.length === 0) return 0;
  const widest = labels.reduce((most, label) => Math.max(most, measure(label.text)), 0);
  return Math.min(most, Math.max(kPlotMargins.gutter, Math.ceil(widest) + 13));
}

export function drawEndLabels(surface: Surface, plot: Plot, labels: readonly EndLabel[], theme: ChartTheme): void {
  const seen = labels.filter((label) => Number.isFinite(plot.y.pixel(label.value)));
  const places = pushApart(
    seen.map((label) => plot.y.pixel(label.value)),
    kEndLabelGap,
    plot.top + 3,
    plot.bottom - 3,
  );
  surface.font = tickFont(theme);
  surface.textAlign = 'left';
  surface.textBaseline = 'middle';
  const room = plot.width - plot.right - 11;
  seen.forEach((label, i) => {
    surface.fillStyle = label.color;
    surface.fillText(fitText(surface, label.text, room), plot.right + 9, places[i] ?? 0);
  });
}

/** A name that is too long loses its middle; numbers always fit. */
function fitText(surface: Surface, text: string, room: number): string {
  if (surface.measureText(text).width <= room) return text;
  for (let keep = text.length - 1; keep > 1; keep--) {
    const short = `${text.slice(0, Math.ceil(keep / 2))}…${text.slice(text.length - Math.floor(keep / 2))}`;
    if (surface.measureText(short).width <= room) return short;
  }
  return '…';
}
