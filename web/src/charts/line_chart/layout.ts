/** Where in a chart the plot lies: its rectangle and its scales. */

import type { XKind } from './model';
import { makeScale, type Domain, type Scale, type ScaleKind } from './scales';
import { numberTicks, type Tick } from './ticks';
import { xTicks } from './time_ticks';

export const kPlotMargins = { top: 6, bottom: 22, left: 44, right: 14, gutter: 46 } as const;
const kLabelGap = 7;

export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
}

export interface PlotRequest {
  readonly width: number;
  readonly height: number;
  readonly xKind: XKind;
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  readonly x: Domain;
  readonly y: Domain;
  readonly gutter: number; // Width of the end labels; 0: none.
  readonly measure: (text: string) => number;
}

/** One for each so many pixels; beyond a card's usual size, one for three times as many. */
function tickCount(span: number, pixels: number, usual: number): number {
  const count = Math.max(2, span / pixels);
  return count <= usual ? count : usual + (count - usual) / 3;
}

/** Labels are never cut: the margin at the left grows with the widest, and ticks thin out below. */
export function layOut(request: PlotRequest): Plot {
  const { width, height, measure } = request;
  const top = kPlotMargins.top;
  const bottom = Math.max(top + 10, height - kPlotMargins.bottom);
  const y = makeScale(request.yScale, request.y, [bottom, top]);
  const yTicks = numberTicks(request.yScale, y.domain, tickCount(bottom - top, 44, 5));
  const widest = yTicks.reduce((most, tick) => Math.max(most, measure(tick.label)), 0);
  const left = Math.max(kPlotMargins.left, Math.ceil(widest) + kLabelGap + 5);
  const right = Math.max(left + 10, width - (request.gutter > 0 ? request.gutter : kPlotMargins.right));
  const x = makeScale(request.xScale, request.x, [left, right]);
  const ticks = fittingXTicks(request, x, right - left);
  return { width, height, left, right, top, bottom, x, y, xTicks: ticks, yTicks };
}

/** The densest ticks whose labels do not touch, nor leave the chart. */
function fittingXTicks(request: PlotRequest, x: Scale, span: number): Tick[] {
  for (let count = Math.max(3, tickCount(span, 84, 6)); count >= 1; count *= 0.75) {
    const ticks = xTicks(request.xKind, x.kind, x.domain, count);
    let end = -Infinity;
    const fits = ticks.every((tick) => {
      const half = request.measure(tick.label) / 2;
      const at = x.pixel(tick.value);
      const free = at - half > end + 10;
      end = at + half;
      return free;
    });
    if (fits || count * 0.75 < 1) {
      return ticks.filter((tick) => x.pixel(tick.value) + request.measure(tick.label) / 2 <= request.width);
    }
  }
  return [];
}
