/** From answers of the server to lines, bands and clouds on a chart. */

import type { Aggregate, Curve, Numbers, Point, RunId } from '../../api/types';
import { lowerBound } from '../../charts/line_chart/domains';
import type { Band, Cloud, Line, NonFiniteSpan, SupersededBranch } from '../../charts/line_chart/model';
import type { ViewAxis } from '../../state/view.svelte';
import type { Origin } from './ask_lines';
import type { RunGroup } from './run_groups';

/** How runs look; tags of one card differ by their dashes. */
export interface LineLook {
  readonly nameOf: (run: RunId) => string;
  readonly colorOf: (run: RunId) => string;
  readonly isLive: (run: RunId) => boolean;
  readonly rawHidden: boolean;
}

const kDashes: readonly (readonly number[] | undefined)[] = [undefined, [8, 3], [2, 3], [8, 3, 2, 3], [12, 4]];

export function lineKey(run: RunId, tag: string): string {
  return `${run}\n${tag}`;
}

export function runOfKey(key: string): RunId {
  return Number.parseInt(key, 10);
}

function xOf(axis: ViewAxis, origin: Origin): (step: number, wall: number) => number {
  if (axis === 'step') return (step) => step;
  if (axis === 'relative_step') return (step) => step - origin.step;
  if (axis === 'wall') return (_, wall) => wall;
  return (_, wall) => wall - origin.wall;
}

interface Reading {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly raw: Float64Array | null;
  readonly step: Float64Array;
  readonly wall: Float64Array;
}

/** Columns with the neighbours outside of the window at their ends. */
function read(curve: Curve, at: (step: number, wall: number) => number): Reading {
  const ends = (point: Point | null): readonly Point[] => (point === null ? [] : [point]);
  const before = ends(curve.before);
  const after = ends(curve.after);
  const count = curve.step.length;
  const total = before.length + count + after.length;
  const reading = {
    x: new Float64Array(total),
    y: new Float64Array(total),
    raw: curve.smoothed === undefined ? null : new Float64Array(total),
    step: new Float64Array(total),
    wall: new Float64Array(total),
  };
  const put = (i: number, step: number, wall: number, value: number, smoothed: number | undefined): void => {
    reading.step[i] = step;
    reading.wall[i] = wall;
    reading.x[i] = at(step, wall);
    reading.y[i] = smoothed ?? value;
    if (reading.raw !== null) reading.raw[i] = value;
  };
  let i = 0;
  for (const point of before) put(i++, point.step, point.wall, point.value, point.smoothed);
  for (let k = 0; k < count; ++k, ++i) {
    put(i, curve.step[k] ?? NaN, curve.wall[k] ?? NaN, curve.value[k] ?? NaN, curve.smoothed?.[k]);
  }
  for (const point of after) put(i++, point.step, point.wall, point.value, point.smoothed);
  return reading;
}

/** Superseded points, led by the last one that was kept: the branch leaves the line there. */
function branchesOf(curve: Curve, line: Reading, at: (step: number, wall: number) => number): SupersededBranch[] {
  const branches: SupersededBranch[] = [];
  for (const restart of curve.restarts) {
    const { step, wall, value } = restart;
    if (step === undefined || wall === undefined || value === undefined || step.length === 0) continue;
    const y: Numbers = restart.smoothed ?? value;
    const xs: number[] = [];
    const ys: number[] = [];
    const kept = lowerBound(line.x, at(step[0] ?? NaN, wall[0] ?? NaN)) - 1;
    if (kept >= 0 && Number.isFinite(line.y[kept])) {
      xs.push(line.x[kept] ?? NaN);
      ys.push(line.y[kept] ?? NaN);
    }
    for (let i = 0; i < step.length; ++i) {
      xs.push(at(step[i] ?? NaN, wall[i] ?? NaN));
      ys.push(y[i] ?? NaN);
    }
    branches.push({ x: xs, y: ys });
  }
  return branches;
}

function spansOf(curve: Curve, at: (step: number, wall: number) => number): NonFiniteSpan[] {
  return curve.non_finite.map(({ kind, first, last }) => ({
    kind,
    from: at(first.step, first.wall),
    to: at(last.step, last.wall),
  }));
}

export function lineOf(
  curve: Curve,
  axis: ViewAxis,
  origin: Origin | undefined,
  look: LineLook,
  tags: readonly string[],
): Line {
  const start = origin ?? { step: curve.step[0] ?? 0, wall: curve.wall[0] ?? 0 };
  const at = xOf(axis, start);
  const reading = read(curve, at);
  const dash = kDashes[Math.max(0, tags.indexOf(curve.tag)) % kDashes.length];
  const name = look.nameOf(curve.run);
  return {
    key: lineKey(curve.run, curve.tag),
    name: tags.length > 1 ? `${name} · ${curve.tag}` : name,
    color: look.colorOf(curve.run),
    x: reading.x,
    y: reading.y,
    ...(reading.raw === null ? {} : { raw: reading.raw }),
    rawHidden: look.rawHidden,
    step: reading.step,
    wall: reading.wall,
    nonFinite: spansOf(curve, at),
    branches: branchesOf(curve, reading, at),
    live: look.isLive(curve.run),
    reduced: !curve.exact,
    ...(dash === undefined ? {} : { dash }),
  };
}

export type BandKind = 'deviation' | 'range' | 'quantiles' | 'error';

export const kBandNames: Readonly<Record<BandKind, string>> = {
  deviation: 'mean ± std',
  range: 'mean, min to max',
  quantiles: 'median, 10–90 %',
  error: 'mean ± error',
};

/** Over the columns of a tooltip. */
export const kBandColumns: Readonly<Record<BandKind, readonly [string, string]>> = {
  deviation: ['mean', 'std'],
  range: ['mean', 'min – max'],
  quantiles: ['median', '10 – 90 %'],
  error: ['mean', 'error'],
};

function around(aggregate: Aggregate, sign: number, kind: 'deviation' | 'error'): Float64Array {
  return Float64Array.from(aggregate.mean, (mean, i) => {
    const deviation = aggregate.deviation[i] ?? 0;
    return mean + sign * (kind === 'error' ? deviation / Math.sqrt(Math.max(1, aggregate.curves[i] ?? 1)) : deviation);
  });
}

export function bandOf(aggregate: Aggregate, name: string, key: string, color: string, kind: BandKind): Band {
  const [low, median, high] = aggregate.quantiles;
  const common = { key, name, color, x: aggregate.x, runs: aggregate.curves };
  if (kind === 'quantiles' && low !== undefined && median !== undefined && high !== undefined) {
    return { ...common, around: 'range', middle: median, low, high };
  }
  if (kind === 'range') return { ...common, around: 'range', middle: aggregate.mean, low: aggregate.min, high: aggregate.max };
  const spread = kind === 'error' ? 'error' : 'deviation';
  return {
    ...common,
    around: 'spread',
    middle: aggregate.mean,
    low: around(aggregate, -1, spread),
    high: around(aggregate, 1, spread),
  };
}

export function bandsOf(
  aggregates: readonly Aggregate[],
  groups: readonly RunGroup[],
  tags: readonly string[],
  colorOf: (run: RunId) => string,
  kind: BandKind,
): Band[] {
  return aggregates.flatMap((aggregate, i) => {
    const group = groups[i % groups.length];
    const tag = tags[Math.floor(i / groups.length)] ?? '';
    if (group === undefined || aggregate.x.length === 0) return [];
    const name = tags.length > 1 ? `${group.name} · ${tag}` : group.name;
    return [bandOf(aggregate, name, `group\n${group.name}\n${tag}`, colorOf(group.runs[0] ?? -1), kind)];
  });
}

/** Of quantiles at 2, 10, 25, 50, 75, 90 and 98 %. */
export function cloudOf(aggregate: Aggregate): Cloud | null {
  const [lowest, low, lower, median, upper, high, highest] = aggregate.quantiles;
  if (lowest === undefined || low === undefined || lower === undefined || median === undefined) return null;
  if (upper === undefined || high === undefined || highest === undefined || aggregate.x.length === 0) return null;
  const density = aggregate.density ?? null;
  return {
    runs: aggregate.runs,
    x: aggregate.x,
    curves: aggregate.curves,
    low,
    median,
    high,
    around: [[lowest, highest], [low, high], [lower, upper]],
    density,
    bins: density === null ? 0 : Math.round(density.length / aggregate.x.length),
    densityRange: [aggregate.density_low ?? 0, aggregate.density_high ?? 0],
  };
}
