/** What the server answers, as docs/api.md tells; fields keep its spelling. */

/** A run's number: stays the same as long as the server runs. */
export type RunId = number;

export type Kind = 'scalar' | 'histogram' | 'image' | 'audio' | 'text' | string;

export interface Progress {
  readonly bytes_done: number;
  readonly bytes_total: number;
  readonly loaded: boolean;
  readonly runs: number;
  readonly series: number;
  readonly points: number;
  readonly damaged_records: number;
}

export interface Info {
  readonly version: string;
  readonly title: string;
  readonly roots: readonly { readonly name: string; readonly path: string }[];
  readonly instance: string;
  readonly started: number;
  readonly progress: Progress;
}

export interface Run {
  readonly id: RunId;
  readonly name: string;
  readonly start: number; // Seconds since the epoch.
  readonly last: number;
  readonly first_step: number;
  readonly last_step: number;
  readonly series: number;
  readonly points: number;
  readonly damaged: number;
}

export interface Tag {
  readonly kind: Kind;
  readonly tag: string;
  readonly runs: number;
  readonly points: number;
}

export type Axis = 'step' | 'wall' | 'relative';

export interface Point {
  readonly step: number;
  readonly wall: number;
  readonly value: number;
  readonly smoothed?: number;
}

export interface NonFiniteInterval {
  readonly kind: 'NaN' | 'Infinity' | '-Infinity';
  readonly first: { readonly step: number; readonly wall: number };
  readonly last: { readonly step: number; readonly wall: number };
  readonly points: number;
}

export type Numbers = Float32Array | Float64Array | Uint32Array;

/** Columns have equal length. */
export interface Columns {
  readonly step: Numbers;
  readonly wall: Numbers;
  readonly value: Numbers;
  readonly smoothed?: Numbers;
}

export interface Restart extends Partial<Columns> {
  readonly branch: number;
  readonly restart_step: number;
  readonly restart_wall: number;
}

export interface Statistics {
  readonly count: number;
  readonly finite: number;
  readonly first: Point | null;
  readonly last: Point | null;
  readonly min: Point | null;
  readonly max: Point | null;
  readonly mean: number;
  readonly deviation: number;
}

export interface Curve extends Columns {
  readonly tag: string;
  readonly run: RunId;
  readonly version: number;
  readonly exact: boolean;
  readonly points_in_window: number;
  readonly before: Point | null;
  readonly after: Point | null;
  readonly non_finite: readonly NonFiniteInterval[];
  readonly restarts: readonly Restart[];
  readonly statistics?: Statistics;
}

/** Many runs of one tag, as one: an element for each pixel. */
export interface Aggregate {
  readonly runs: number;
  readonly x: Numbers;
  readonly curves: Numbers;
  readonly mean: Numbers;
  readonly deviation: Numbers;
  readonly min: Numbers;
  readonly max: Numbers;
  readonly quantiles: readonly Numbers[];
  readonly density?: Numbers; // Bins of a pixel side by side.
  readonly density_low?: number;
  readonly density_high?: number;
}
