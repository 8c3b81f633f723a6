/** What part of the axes a chart shows, when nobody says. */

import { isLone } from './draw_lone';
import type { ChartContent, NumberColumn } from './model';
import { widen, type Domain, type ScaleKind } from './scales';

const kInnerShare = 0.05; // Of the values at either end that "ignore outliers" may leave out …
const kFewValues = 20; // Of fewer, none is an outlier.
const kReach = 0.25; // … unless they lie this near, measured by what the others span.
const kManyPixels = 32; // Fewer may lie far apart: nobody knows how wide they are.
const kPadding = 0.08;
const kNearZero = 0.25; // Of the span: the axis begins at 0 where values come so near.
const kLoneRoom = 0.04; // Beside points that no line leads to.

/** The smallest and largest x of all that is drawn. */
export function xExtent(content: ChartContent, scale: ScaleKind): Domain {
  let low = Infinity;
  let high = -Infinity;
  const take = (x: NumberColumn): void => {
    if (x.length === 0) return;
    let first = x[0] ?? NaN;
    if (scale === 'log' && first <= 0) first = x[firstPositive(x)] ?? NaN;
    const last = x[x.length - 1] ?? NaN;
    if (first < low) low = first;
    if (last > high) high = last;
  };
  for (const line of content.lines) {
    take(line.x);
    for (const branch of line.branches ?? []) take(branch.x);
    for (const span of line.nonFinite ?? []) take([span.from, span.to]);
  }
  // Of pixels there are the middles: half a pixel more at either end is what the runs have.
  const takeMiddles = (x: NumberColumn): void => {
    const last = x.length - 1;
    const half = Math.min((x[1] ?? NaN) - (x[0] ?? NaN), (x[last] ?? NaN) - (x[last - 1] ?? NaN)) / 2;
    take(half > 0 && scale === 'linear' && x.length >= kManyPixels ? [(x[0] ?? NaN) - half, (x[last] ?? NaN) + half] : x);
  };
  for (const band of content.bands) takeMiddles(band.x);
  if (content.cloud !== null) takeMiddles(content.cloud.x);
  if (scale === 'linear' && content.cloud !== null && isLone(content.cloud)) {
    const room = (high - low) * kLoneRoom;
    return widen(scale, [low - room, high + room]);
  }
  return widen(scale, [low, high]);
}

function firstPositive(x: NumberColumn): number {
  let i = 0;
  while (i < x.length && (x[i] ?? 0) <= 0) ++i;
  return i;
}

/** The first index whose x is not below `value`. */
export function lowerBound(x: NumberColumn, value: number): number {
  let low = 0;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((x[middle] ?? NaN) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function collect(into: number[], x: NumberColumn, y: NumberColumn, window: Domain, positive: boolean): void {
  for (let i = lowerBound(x, window[0]); i < x.length && (x[i] ?? 0) <= window[1]; ++i) {
    const value = y[i] ?? NaN;
    if (Number.isFinite(value) && (!positive || value > 0)) into.push(value);
  }
}

function valuesIn(content: ChartContent, window: Domain, scale: ScaleKind, withRaw: boolean): number[] {
  const values: number[] = [];
  const positive = scale === 'log';
  for (const line of content.lines) {
    collect(values, line.x, line.y, window, positive);
    if (withRaw && line.raw !== undefined && line.rawHidden !== true) collect(values, line.x, line.raw, window, positive);
  }
  for (const band of content.bands) {
    collect(values, band.x, band.low, window, positive);
    collect(values, band.x, band.high, window, positive);
  }
  if (content.cloud !== null) {
    collect(values, content.cloud.x, content.cloud.low, window, positive);
    collect(values, content.cloud.x, content.cloud.high, window, positive);
    // All of its points are drawn then, not only how dense they are.
    if (isLone(content.cloud)) values.push(...content.cloud.densityRange.filter((value) => !positive || value > 0));
  }
  return values;
}

/**
 * The y range for a window of x. Without outliers it is that of the inner 90 % of the values,
 * and somewhat beyond where the rest lies near.
 */
export function yExtent(content: ChartContent, window: Domain, scale: ScaleKind, ignoreOutliers: boolean): Domain {
  const values = valuesIn(content, window, scale, !ignoreOutliers);
  if (values.length === 0) return widen(scale, [NaN, NaN]);
  const forward = scale === 'log' ? Math.log : (value: number): number => value;
  const back = scale === 'log' ? Math.exp : (value: number): number => value;
  const sorted = Float64Array.from(values, forward).sort();
  const last = sorted.length - 1;
  let low = sorted[0] ?? 0;
  let high = sorted[last] ?? 0;
  if (ignoreOutliers && sorted.length >= kFewValues) {
    const innerLow = sorted[Math.ceil(last * kInnerShare)] ?? low;
    const innerHigh = sorted[Math.floor(last * (1 - kInnerShare))] ?? high;
    if (innerHigh > innerLow) {
      low = Math.max(low, innerLow - (innerHigh - innerLow) * kReach);
      high = Math.min(high, innerHigh + (innerHigh - innerLow) * kReach);
    }
  }
  const pad = (high - low) * kPadding;
  if (scale === 'linear' && low >= 0 && low < (high - low) * kNearZero) return widen(scale, [0, high + pad]);
  return widen(scale, [back(low - pad), back(high + pad)]);
}
