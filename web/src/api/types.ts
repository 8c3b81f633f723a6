/** What the server answers, as docs/api.md tells; fields keep its spelling. */

/** A run's number: stays the same as long as the server runs. */
export type RunId = number;

export type Kind = 'scalar' | 'histogram' | 'image' | 'audio' | 'text' | string;

export interface Progress {
  readonly bytes_done: number;
  readonly bytes_total: number;
  readonly files_done: number;
  readonly files_total: number;
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

export type Axis = 'step' | 'wall' | 'relative' | 'relative_step';

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

export type Numbers = Float32Array | Float64Array | Uint32Array | Uint8Array;

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

export interface Points extends Columns {
  readonly tag: string;
  readonly run: RunId;
  readonly version: number;
  readonly begin: number;
  readonly total: number;
}

export interface StatisticsRow extends Statistics {
  readonly run: RunId;
}

export interface RunsAnswer {
  readonly cursor: Cursor;
  readonly runs: readonly Run[];
}

/** Where the live stream goes on; only the server knows what it means. */
export type Cursor = string | number;

export interface SeriesInfo {
  readonly run: RunId;
  readonly count: number;
  readonly first_step: number;
  readonly last_step: number;
  readonly first_wall: number;
  readonly last_wall: number;
  readonly branches: number;
  readonly version: number;
}

export interface SeriesAnswer {
  readonly series: readonly SeriesInfo[];
  readonly display_name: string;
  readonly description: string;
}

export interface Row {
  readonly run: RunId;
  readonly start: number;
  readonly value: number | null;
  readonly sparkline: readonly number[];
}

export interface RowsAnswer {
  readonly total: number;
  readonly rows: readonly Row[];
}

export type HparamValue = number | string | boolean | null;

export interface Hparams {
  readonly names: readonly string[];
  readonly runs: readonly { readonly run: RunId; readonly values: readonly HparamValue[] }[];
  readonly metrics: readonly string[];
}

export interface Problems {
  readonly total: number;
  readonly problems: readonly Problem[];
}

export interface Problem {
  readonly path: string;
  readonly offset: number | null; // Null: of the whole file.
  readonly what: string;
}

/** What a restart left behind, of values that are not scalars. */
export interface Superseded {
  readonly branch: number;
  readonly restart_step: number;
  readonly restart_wall: number;
  readonly count: number;
  readonly first_step: number;
  readonly last_step: number;
}

export interface BlobSeries {
  readonly run: RunId;
  readonly version: number;
  readonly restarts: readonly Superseded[];
  readonly step: Numbers;
  readonly wall: Numbers;
  readonly bytes: Numbers;
}

/** Buckets of the i-th step lie at offset[i] to offset[i + 1]. */
export interface HistogramSeries {
  readonly run: RunId;
  readonly version: number;
  readonly total: number;
  readonly restarts: readonly Superseded[];
  readonly index: Numbers;
  readonly step: Numbers;
  readonly wall: Numbers;
  readonly offset: Numbers;
  readonly left: Numbers;
  readonly right: Numbers;
  readonly count: Numbers;
  readonly percentiles?: Numbers; // Nine for each step.
}

export interface Images {
  readonly step: number;
  readonly wall: number;
  readonly width: number;
  readonly height: number;
  readonly items: readonly { readonly type: string; readonly bytes: number }[];
}

export interface Clips {
  readonly step: number;
  readonly wall: number;
  readonly sample_rate: number;
  readonly content_type: string;
  readonly items: readonly { readonly bytes: number; readonly label: string }[];
}

export interface Text {
  readonly step: number;
  readonly wall: number;
  readonly shape: readonly number[];
  readonly values: readonly string[];
}

export interface TextFound {
  readonly run: RunId;
  readonly tag: string;
  readonly index: number;
  readonly step: number;
  readonly excerpt: string;
}

export interface TextSearchAnswer {
  readonly total: number;
  readonly found: readonly TextFound[];
  readonly complete: boolean;
}

/** The live stream's messages. */
export interface Hello {
  readonly type: 'hello';
  readonly instance: string;
  readonly cursor: Cursor;
  readonly reset?: boolean;
  readonly progress: Progress;
}

export interface Changes {
  readonly type: 'changes';
  readonly cursor: Cursor;
  readonly runs_added?: readonly Run[];
  readonly runs_removed?: readonly RunId[];
  readonly runs_changed?: readonly Run[];
  readonly tags_changed?: boolean;
  readonly problems_changed?: boolean;
  readonly tags?: readonly (readonly [Kind, string])[];
  readonly series?: {
    readonly tag: readonly number[];
    readonly run: readonly RunId[];
    readonly count: readonly number[];
    readonly from: readonly number[];
  };
  readonly removed?: { readonly tag: readonly number[]; readonly run: readonly RunId[] };
  readonly many?: boolean;
}

export type LiveMessage =
  | Hello
  | Changes
  | ({ readonly type: 'progress' } & Progress)
  | { readonly type: 'ping' };
