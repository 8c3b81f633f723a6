/** A typed function for each route of docs/api.md. All take a signal last:
 * aborting it stops the server's work, too. */

import { decodeColumns, revive } from './columns';
import { address, getBuffer, getJson, postJson, type Parameters } from './request';
import { formatRunSet } from './run_set';
import type * as t from './types';

export { ApiError, isAbort } from './request';

export interface Smoothing {
  readonly kind: 'ema' | 'mean' | 'median' | 'none';
  readonly weight?: number; // Of ema.
  readonly window?: number; // Of the others.
}

interface Window {
  readonly axis?: t.Axis;
  readonly from?: number;
  readonly to?: number;
}

export interface ScalarsQuery extends Window {
  readonly tags: readonly string[];
  readonly runs: Iterable<t.RunId>;
  readonly pixels?: number;
  readonly smoothing?: Smoothing;
  readonly branches?: boolean;
  readonly statistics?: boolean;
}

export interface AggregateQuery extends Window {
  readonly tag: string;
  readonly groups: readonly Iterable<t.RunId>[];
  readonly pixels?: number;
  readonly smoothing?: Smoothing; // Of each run, before it counts.
  readonly quantiles?: readonly number[];
  readonly density?: number;
}

export interface RowsQuery {
  readonly tag?: string;
  readonly statistic?: 'last' | 'min' | 'max';
  readonly order?: 'name' | 'start' | 'value';
  readonly descending?: boolean;
  readonly pattern?: string;
  readonly at_least?: number;
  readonly at_most?: number;
  readonly runs?: Iterable<t.RunId>;
  readonly offset?: number;
  readonly limit?: number;
  readonly sparkline?: number;
}

export interface BlobsQuery {
  readonly kind: t.Kind;
  readonly tag: string;
  readonly runs: Iterable<t.RunId>;
  readonly branch?: number;
}

export interface StepsQuery {
  readonly kinds: readonly t.Kind[];
  readonly tags: readonly string[];
  readonly runs: Iterable<t.RunId>;
}

export interface HistogramsQuery {
  readonly tag: string;
  readonly runs: Iterable<t.RunId>;
  readonly from?: number;
  readonly to?: number;
  readonly limit?: number;
  readonly index?: number;
  readonly branch?: number;
  readonly percentiles?: boolean;
}

export interface Place {
  readonly run: t.RunId;
  readonly tag: string;
  readonly index: number;
  readonly branch?: number;
}

export type DownloadFile = 'selection.zip' | `${'scalars' | 'histograms'}.${'csv' | 'json'}`;

export interface DownloadQuery {
  readonly runs: Iterable<t.RunId>;
  readonly name?: string; // What the file shall be called.
  readonly tags?: readonly string[]; // All if missing.
  readonly kinds?: readonly t.Kind[]; // Of an archive: all if missing.
  readonly axis?: t.Axis; // Of a table, with its window.
  readonly from?: number;
  readonly to?: number;
}

type Signal = AbortSignal | undefined;

async function json<Answer>(route: string, parameters: Parameters, signal: Signal): Promise<Answer> {
  return revive(await getJson(route, parameters, signal), '') as Answer;
}

async function columns<Head>(route: string, parameters: Parameters, signal: Signal): Promise<Head> {
  return decodeColumns<Head>(await getBuffer(route, parameters, signal));
}

function smoothingParameters(smoothing: Smoothing | undefined): Parameters {
  if (smoothing === undefined || smoothing.kind === 'none') return {};
  if (smoothing.kind === 'ema') return { smoothing: 'ema', weight: smoothing.weight ?? 0 };
  return { smoothing: smoothing.kind, window: smoothing.window ?? 1 };
}

/** Parallel arrays to a list of objects. */
export function unzip<Item>(columnsOf: Record<string, readonly unknown[]>, names: readonly (keyof Item & string)[]): Item[] {
  const columns = names.map((name) => columnsOf[name] ?? []);
  return (columns[0] ?? []).map((_, i) => {
    const item: Record<string, unknown> = {};
    for (let at = 0; at < names.length; ++at) item[names[at] ?? ''] = columns[at]?.[i];
    return item as Item;
  });
}

type Arrays = Record<string, readonly unknown[]>;

export const client = {
  info: (signal?: AbortSignal) => json<t.Info>('info', {}, signal),

  async runs(signal?: AbortSignal): Promise<t.RunsAnswer> {
    const answer = await json<Arrays & { cursor: t.Cursor }>('runs', {}, signal);
    const runs = unzip<t.Run>(answer, [
      'id', 'name', 'start', 'last', 'first_step', 'last_step', 'series', 'points', 'damaged',
    ]);
    return { cursor: answer.cursor, runs };
  },

  async tags(signal?: AbortSignal): Promise<readonly t.Tag[]> {
    return unzip<t.Tag>(await json<Arrays>('tags', {}, signal), ['kind', 'tag', 'runs', 'points']);
  },

  async series(kind: t.Kind, tag: string, runs?: Iterable<t.RunId>, signal?: AbortSignal): Promise<t.SeriesAnswer> {
    const set = runs === undefined ? undefined : formatRunSet(runs);
    const answer = await json<Arrays & { display_name?: string; description?: string }>(
      'series', { kind, tag, runs: set }, signal);
    const series = unzip<t.SeriesInfo>(answer, [
      'run', 'count', 'first_step', 'last_step', 'first_wall', 'last_wall', 'branches', 'version',
    ]);
    return { series, display_name: answer.display_name ?? '', description: answer.description ?? '' };
  },

  rows({ runs, ...rest }: RowsQuery, signal?: AbortSignal): Promise<t.RowsAnswer> {
    return json('rows', { ...rest, runs: runs === undefined ? undefined : formatRunSet(runs) }, signal);
  },

  hparams(runs: Iterable<t.RunId> | undefined, signal?: AbortSignal): Promise<t.Hparams> {
    return json('hparams', { runs: runs === undefined ? undefined : formatRunSet(runs) }, signal);
  },

  problems: (signal?: AbortSignal) => json<t.Problems>('problems', {}, signal),

  async scalars(asked: ScalarsQuery, signal?: AbortSignal): Promise<readonly t.Curve[]> {
    const { tags, runs, smoothing, branches, statistics, ...window } = asked;
    const parameters: Parameters = {
      tag: tags,
      runs: formatRunSet(runs),
      ...window,
      ...smoothingParameters(smoothing),
      branches: branches === true ? true : undefined,
      statistics: statistics === true ? true : undefined,
    };
    return (await columns<{ series: t.Curve[] }>('scalars', parameters, signal)).series;
  },

  points(run: t.RunId, tag: string, begin = 0, count?: number, signal?: AbortSignal): Promise<t.Points> {
    return columns('points', { run, tag, begin, count }, signal);
  },

  async aggregate(asked: AggregateQuery, signal?: AbortSignal): Promise<readonly t.Aggregate[]> {
    const { groups, smoothing, quantiles, ...rest } = asked;
    const parameters: Parameters = {
      ...rest, ...smoothingParameters(smoothing), group: groups.map(formatRunSet), quantiles: quantiles?.join(','),
    };
    return (await columns<{ groups: t.Aggregate[] }>('aggregate', parameters, signal)).groups;
  },

  async statistics(
    tag: string, runs: Iterable<t.RunId>, window: Window = {}, signal?: AbortSignal,
  ): Promise<readonly t.StatisticsRow[]> {
    const parameters: Parameters = { tag, runs: formatRunSet(runs), ...window };
    return (await json<{ rows: t.StatisticsRow[] }>('statistics', parameters, signal)).rows;
  },

  async blobs({ runs, ...rest }: BlobsQuery, signal?: AbortSignal): Promise<readonly t.BlobSeries[]> {
    return (await columns<{ series: t.BlobSeries[] }>('blobs', { ...rest, runs: formatRunSet(runs) }, signal)).series;
  },

  /** All steps that some series has; of every tag where none is named. */
  async steps(asked: StepsQuery, signal?: AbortSignal): Promise<t.Numbers> {
    const parameters: Parameters = { kind: asked.kinds, tag: asked.tags, runs: formatRunSet(asked.runs) };
    return (await columns<{ step: t.Numbers }>('steps', parameters, signal)).step;
  },

  async histograms(asked: HistogramsQuery, signal?: AbortSignal): Promise<readonly t.HistogramSeries[]> {
    const { runs, percentiles, ...rest } = asked;
    const parameters: Parameters = {
      ...rest, runs: formatRunSet(runs), percentiles: percentiles === true ? true : undefined,
    };
    return (await columns<{ series: t.HistogramSeries[] }>('histograms', parameters, signal)).series;
  },

  images: (place: Place, signal?: AbortSignal) => json<t.Images>('images', { ...place }, signal),
  clips: (place: Place, signal?: AbortSignal) => json<t.Clips>('clips', { ...place }, signal),
  text: (place: Place, signal?: AbortSignal) => json<t.Text>('text', { ...place }, signal),

  searchText(
    pattern: string, runs: Iterable<t.RunId>, tag?: string, limit?: number, signal?: AbortSignal,
  ): Promise<t.TextSearchAnswer> {
    return json('text/search', { pattern, runs: formatRunSet(runs), tag, limit }, signal);
  },

  /** Bytes of an image or a clip, for those who decode them themselves. */
  bytes(kind: 'image' | 'audio', place: Place & { item?: number }, signal?: AbortSignal): Promise<ArrayBuffer> {
    return getBuffer(kind, { ...place }, signal);
  },

  imageUrl: (place: Place & { item?: number; download?: boolean; version?: number }) => address('image', { ...place }),
  audioUrl: (place: Place & { item?: number; download?: boolean; version?: number }) => address('audio', { ...place }),

  /** Where a file can be fetched, once, within a minute; rejects with the reason where it cannot be made. */
  async download(file: DownloadFile, { runs, tags, kinds, ...rest }: DownloadQuery): Promise<string> {
    const parameters: Parameters = { file, runs: formatRunSet(runs), tag: tags, kind: kinds, ...rest };
    return ((await postJson('download', parameters)) as { path: string }).path;
  },
};
