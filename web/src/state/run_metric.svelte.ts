/** The runs' column: a statistic and a small picture of one scalar, asked for
 * only for the rows in sight, and the best value of all. */

import { untrack } from 'svelte';

import { client, isAbort } from '../api/client';
import type { Row, RunId, Tag } from '../api/types';
import { catalog } from './catalog.svelte';
import { live } from './live.svelte';
import { preferences } from './preferences.svelte';

const kDelayMillis = 60;
const kSparkline = 26;
const kMost = 1000;
const kRefreshMillis = 1000; // Rows that are there are asked for again no sooner.

type Statistic = 'last' | 'min' | 'max';

interface Asked {
  readonly ids: readonly RunId[];
  readonly tag: string;
  readonly statistic: Statistic;
  readonly stamp: string; // What the answer is of; another one is another answer.
}

const kHeldOut = [/^(val|valid|validation|eval|test)[\w-]*\/.*loss/i, /(^|[/_])(val|eval|test).*loss/i];

/** The tag people look at first: the loss that most runs have, on held-out
 * data where as many have that; without any, what most runs have. */
export function likelyMetric(tags: readonly Tag[]): string {
  const losses = tags.filter(({ tag }) => /loss/i.test(tag));
  const among = losses.length > 0 ? losses : tags;
  const most = among.reduce((sum, { runs }) => Math.max(sum, runs), 0);
  const best = among.filter(({ runs }) => runs === most).map(({ tag }) => tag);
  for (const pattern of kHeldOut) {
    const found = best.find((tag) => pattern.test(tag));
    if (found !== undefined) return found;
  }
  return best[0] ?? '';
}

/** Whether more is better, as far as a name tells. */
export function higherIsBetter(tag: string): boolean {
  return /acc|bleu|rouge|score|reward|return|f1|auc|precision|recall|per_second|throughput|iou|psnr/i.test(tag);
}

class RunMetric {
  tag: string = $derived.by(() => {
    const tags = catalog.tags('scalar');
    const chosen = preferences.metricTag;
    return chosen !== '' && tags.some((tag) => tag.tag === chosen) ? chosen : likelyMetric(tags);
  });
  best = $state<number | null>(null);

  #rows = $state.raw<ReadonlyMap<RunId, Row>>(new Map());
  #key = '';
  #asked = new Set<RunId>();
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: Asked | null = null;
  #stamp = '';
  #lastAsked = 0;

  row(id: RunId): Row | undefined {
    return this.#rows.get(id);
  }

  /** Inside an effect: asks for what `ids` lack, and again when they change. */
  follow(ids: readonly RunId[]): void {
    const tag = this.tag;
    const statistic = preferences.metricStatistic;
    const revision = tag === '' ? 0 : live.revision('scalar', tag);
    void live.connected; // What failed is asked for again once the server is back.
    const key = `${tag}\n${statistic}\n${catalog.info?.instance ?? ''}`;
    if (key !== this.#key) {
      this.#key = key;
      this.#rows = new Map();
      this.#asked.clear();
      this.#abort?.abort();
    }
    if (tag === '' || ids.length === 0) return;
    this.#next = { ids, tag, statistic, stamp: `${key}\n${revision}` };
    if (this.#timer !== undefined) return;
    const sinceLast = performance.now() - this.#lastAsked;
    const known = untrack(() => this.#rows);
    const sameRows = ids.every((id) => known.has(id));
    const delay = sameRows ? Math.max(kDelayMillis, kRefreshMillis - sinceLast) : kDelayMillis;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#next !== null) void this.#ask(this.#next);
    }, delay);
  }

  async #ask({ ids, tag, statistic, stamp }: Asked): Promise<void> {
    const fresh = stamp !== this.#stamp;
    if (fresh) this.#asked.clear();
    this.#stamp = stamp;
    this.#lastAsked = performance.now();
    const wanted = ids.filter((id) => !this.#asked.has(id)).slice(0, kMost);
    if (wanted.length === 0) return;
    for (const id of wanted) this.#asked.add(id);
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const answer = await client.rows(
        { tag, statistic, runs: wanted, limit: kMost, sparkline: kSparkline }, abort.signal);
      if (abort.signal.aborted) return;
      const rows = new Map(this.#rows);
      for (const row of answer.rows) rows.set(row.run, row);
      this.#rows = rows;
      if (fresh) await this.#askBest(tag, statistic, abort.signal);
    } catch (error) {
      for (const id of wanted) this.#asked.delete(id);
      if (!isAbort(error)) this.#stamp = '';
    }
  }

  async #askBest(tag: string, statistic: Statistic, signal: AbortSignal): Promise<void> {
    const descending = higherIsBetter(tag);
    const answer = await client.rows({ tag, statistic, order: 'value', descending, limit: 1 }, signal);
    const value = answer.rows[0]?.value ?? null;
    this.best = value !== null && Number.isFinite(value) ? value : null;
  }
}

export const runMetric = new RunMetric();
