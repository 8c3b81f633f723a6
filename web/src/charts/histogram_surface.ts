/** What all drawings of histograms share: margins, axes, cursor. */

import { mix } from '../base/color';
import { formatDuration, formatInteger } from '../base/numbers';
import { formatClock } from '../base/times';
import { makeScale, type Scale } from './line_chart/scales';
import { numberTicks, type Tick } from './line_chart/ticks';
import { xTicks } from './line_chart/time_ticks';
import type { ChartTheme } from './theme';
import type { BinnedHistograms, HistogramColumns } from './histogram_bins';
import type { CountScale } from './histogram_counts';

export type HistogramMode = 'offset' | 'overlay' | 'heat' | 'bands';
export type HistogramAxis = 'step' | 'relative' | 'wall';

export interface HistogramDrawing {
  readonly columns: HistogramColumns;
  readonly binned: BinnedHistograms;
  readonly mode: HistogramMode;
  readonly axis: HistogramAxis;
  readonly counts: CountScale;
  readonly color: string;
  readonly chosen: number; // A row; -1: none.
  readonly cursor: number | null; // On the axis of time.
  readonly hovered: boolean; // The pointer is here, and not on another card.
}

export interface Surface {
  readonly g: CanvasRenderingContext2D;
  readonly theme: ChartTheme;
  readonly plot: Plot;
}

export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const kMargins = {
  offset: { left: 14, right: 52, top: 8, bottom: 22 },
  overlay: { left: 48, right: 14, top: 8, bottom: 22 },
  heat: { left: 48, right: 14, top: 8, bottom: 22 },
  bands: { left: 48, right: 14, top: 8, bottom: 22 },
} as const;

export function plotOf(mode: HistogramMode, width: number, height: number): Plot {
  const { left, right, top, bottom } = kMargins[mode];
  return { left, top, width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom) };
}

/** Values run along x in offset and overlay, along y in heat maps and bands. */
export const hasValuesAlongX = (mode: HistogramMode): boolean => mode === 'offset' || mode === 'overlay';

export function valueScale({ mode, binned }: HistogramDrawing, plot: Plot): Scale {
  const { low, high } = binned.range;
  return hasValuesAlongX(mode)
    ? makeScale('linear', [low, high], [plot.left, plot.left + plot.width])
    : makeScale('linear', [low, high], [plot.top + plot.height, plot.top]);
}

/** A row's place on the axis of time. */
export function timeOf(columns: HistogramColumns, axis: HistogramAxis, row: number): number {
  if (axis === 'step') return columns.step[row] ?? 0;
  const wall = columns.wall[row] ?? 0;
  return axis === 'wall' ? wall : wall - (columns.wall[0] ?? 0);
}

/** How much of the height the ridges of the offset mode rise. */
export const kRidge = 0.36;

export function timeScale({ columns, axis, mode }: HistogramDrawing, plot: Plot): Scale {
  const first = timeOf(columns, axis, 0);
  const last = timeOf(columns, axis, columns.step.length - 1);
  if (mode === 'offset') {
    const bottom = plot.top + plot.height;
    const top = plot.top + plot.height * kRidge;
    return makeScale('linear', [first, last > first ? last : first + 1], last > first ? [top, bottom] : [bottom, bottom + 1]);
  }
  return makeScale('linear', [first, last > first ? last : first + 1], [plot.left, plot.left + plot.width]);
}

export function timeTicks(axis: HistogramAxis, domain: readonly [number, number], count: number): Tick[] {
  const kind = axis === 'step' ? 'number' : axis === 'relative' ? 'duration' : 'time';
  return xTicks(kind, 'linear', domain, Math.max(1, count));
}

export function formatTime(axis: HistogramAxis, time: number): string {
  if (axis === 'step') return formatInteger(Math.round(time));
  return axis === 'relative' ? formatDuration(time) : formatClock(time);
}

export const fontOf = (theme: ChartTheme, weight = 400): string => `${weight} 11px ${theme.token['--font']}`;

export const shade = (theme: ChartTheme, color: string, part: number): string =>
  mix(theme.token['--bg-card'], color, part);

export function baseline({ g, theme, plot }: Surface): void {
  const y = plot.top + plot.height + 0.5;
  g.strokeStyle = theme.token['--axis'];
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(plot.left, y);
  g.lineTo(plot.left + plot.width, y);
  g.stroke();
}

/** Ticks below the plot; labels at the ends are drawn inwards, never cut. */
export function bottomTicks({ g, theme, plot }: Surface, scale: Scale, ticks: readonly Tick[]): void {
  g.font = fontOf(theme);
  g.fillStyle = theme.token['--text-3'];
  g.textBaseline = 'middle';
  g.textAlign = 'center';
  let end = Number.NEGATIVE_INFINITY;
  for (const { value, label } of ticks) {
    const half = g.measureText(label).width / 2;
    const x = Math.min(Math.max(scale.pixel(value), plot.left - 10 + half), plot.left + plot.width + 12 - half);
    if (x - half < end + 8) continue;
    g.fillText(label, x, plot.top + plot.height + 13);
    end = x + half;
  }
}

export function leftTicks({ g, theme, plot }: Surface, scale: Scale, ticks: readonly Tick[], grid: boolean): void {
  g.font = fontOf(theme);
  g.textBaseline = 'middle';
  g.textAlign = 'right';
  g.lineWidth = 1;
  for (const { value, label } of ticks) {
    const y = Math.round(scale.pixel(value)) + 0.5;
    if (grid) {
      g.strokeStyle = theme.token['--grid'];
      g.beginPath();
      g.moveTo(plot.left, y);
      g.lineTo(plot.left + plot.width, y);
      g.stroke();
    }
    g.fillStyle = theme.token['--text-3'];
    g.fillText(label, plot.left - 7, y);
  }
}

export const valueTicks = (scale: Scale, pixels: number, gap: number): Tick[] =>
  numberTicks(scale.kind, scale.domain, Math.max(2, pixels / gap));

/** A line at a time, with its pill on the axis where `label` is given. */
export function timeCursor({ g, theme, plot }: Surface, x: number, label: string | null, strong: boolean): void {
  const at = Math.round(x) + 0.5;
  g.strokeStyle = strong ? theme.token['--text-1'] : theme.token['--cursor'];
  g.globalAlpha = strong ? 0.8 : 0.55;
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(at, plot.top);
  g.lineTo(at, plot.top + plot.height);
  g.stroke();
  g.globalAlpha = 1;
  if (label === null) return;
  g.font = fontOf(theme);
  const width = g.measureText(label).width + 10;
  const left = Math.min(Math.max(at - width / 2, 2), plot.left + plot.width + 12 - width);
  g.fillStyle = theme.token['--ink'];
  g.beginPath();
  g.roundRect(left, plot.top + plot.height + 4, width, 17, 4);
  g.fill();
  g.fillStyle = theme.token['--on-ink'];
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillText(label, left + width / 2, plot.top + plot.height + 13);
}
