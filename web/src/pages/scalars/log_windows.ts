/**
 * A logarithmic axis shows its first decades as wide as its last, but a curve reduced over all of
 * it has next to no points there. So it is asked for decade by decade, and put together here.
 */

import type { Curve, Numbers, Restart } from '../../api/types';
import type { Interval } from '../../state/view.svelte';

export interface OpenWindow {
  readonly from?: number;
  readonly to?: number;
}

const kMostDecades = 12;

/** Where decades begin up to `last`: 1, 10, 100, … */
export function decadesUpTo(last: number): number[] {
  const decades: number[] = [];
  for (let start = 1; start < last && decades.length < kMostDecades; start *= 10) decades.push(start);
  return decades;
}

/** A window, or all there is, cut where decades begin. Points at a cut are in the later part. */
export function cutAtDecades(window: Interval | null, decades: readonly number[]): OpenWindow[] {
  const inner = decades.slice(1).filter((at) => window === null || (at > window.from && at < window.to));
  const ends = [...inner.map((at) => at * (1 - 1e-9)), window?.to];
  return [window?.from, ...inner].map((from, i) => {
    const to = ends[i];
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  });
}

function join(columns: readonly (Numbers | undefined)[]): Float64Array | undefined {
  const present = columns.filter((column) => column !== undefined);
  if (present.length === 0) return undefined;
  const joined = new Float64Array(present.reduce((sum, column) => sum + column.length, 0));
  let at = 0;
  for (const column of present) {
    joined.set(column, at);
    at += column.length;
  }
  return joined;
}

function joinRestarts(parts: readonly Curve[]): Restart[] {
  const branches = new Map<number, Restart[]>();
  for (const restart of parts.flatMap((part) => part.restarts)) {
    branches.set(restart.branch, [...(branches.get(restart.branch) ?? []), restart]);
  }
  return [...branches.values()].flatMap((pieces) => {
    const [first] = pieces;
    if (first === undefined) return [];
    const step = join(pieces.map((piece) => piece.step));
    const wall = join(pieces.map((piece) => piece.wall));
    const value = join(pieces.map((piece) => piece.value));
    if (step === undefined || wall === undefined || value === undefined) return [first];
    const smoothed = join(pieces.map((piece) => piece.smoothed));
    return [{ ...first, step, wall, value, ...(smoothed === undefined ? {} : { smoothed }) }];
  });
}

function joinParts(parts: readonly Curve[]): Curve | undefined {
  const first = parts[0];
  const last = parts[parts.length - 1];
  if (first === undefined || last === undefined || first === last) return first;
  const empty = new Float64Array();
  const smoothed = join(parts.map((part) => part.smoothed));
  const spans = new Map(parts.flatMap((part) => part.non_finite).map((span) => [`${span.kind} ${span.first.step}`, span]));
  return {
    ...first,
    exact: parts.every((part) => part.exact),
    points_in_window: parts.reduce((sum, part) => sum + part.points_in_window, 0),
    step: join(parts.map((part) => part.step)) ?? empty,
    wall: join(parts.map((part) => part.wall)) ?? empty,
    value: join(parts.map((part) => part.value)) ?? empty,
    ...(smoothed === undefined ? {} : { smoothed }),
    after: last.after,
    non_finite: [...spans.values()],
    restarts: joinRestarts(parts),
  };
}

/** Curves of neighbouring windows, in the order of the axis, as if they were of one. */
export function joinCurves(windows: readonly (readonly Curve[])[]): Curve[] {
  const byCurve = new Map<string, Curve[]>();
  for (const curve of windows.flat()) {
    const key = `${curve.run}\n${curve.tag}`;
    byCurve.set(key, [...(byCurve.get(key) ?? []), curve]);
  }
  return [...byCurve.values()].map(joinParts).filter((curve) => curve !== undefined);
}
