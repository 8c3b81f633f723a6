/**
 * Asks for curves. Cards that appear together ask for the same runs in the same way: what comes
 * within one turn of the event loop goes to the server as one request.
 */

import { ApiError, client, type ScalarsQuery } from '../../api/client';
import { formatRunSet } from '../../api/run_set';
import type { Curve } from '../../api/types';

/** As the client's, for one tag. */
export interface CurveQuery extends Omit<ScalarsQuery, 'tags' | 'runs'> {
  readonly tag: string;
  readonly runs: readonly number[];
}

interface Waiter {
  readonly resolve: (curves: readonly Curve[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Batch {
  readonly query: Omit<CurveQuery, 'tag'>;
  readonly waiters: Map<string, Set<Waiter>>;
  readonly controller: AbortController;
  waiting: number;
}

type Ask = (query: ScalarsQuery, signal: AbortSignal) => Promise<readonly Curve[]>;

const kMostTags = 16;
const kMostPoints = 1_000_000; // Of an answer: the server's limit.
const kPointsOfAPixel = 2;
const kUsualPixels = 1000;

/** How many tags one request may ask for. */
function mostTags(query: Omit<CurveQuery, 'tag'>): number {
  const points = Math.max(query.runs.length, 1) * (query.pixels ?? kUsualPixels) * kPointsOfAPixel;
  return Math.min(Math.max(Math.floor(kMostPoints / points), 1), kMostTags);
}

/** The server answered, but not with what was asked for. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 0;
}

const nobodyWaits = (): DOMException => new DOMException('nobody waits for it', 'AbortError');

export class CurveRequests {
  #gathered: Batch[] = [];
  #latest = new Map<string, Batch>(); // Of those alike, the one that still takes tags.
  #scheduled = false;

  constructor(private readonly ask: Ask) {}

  /** Rejects with an AbortError once the signal says so; the request stops when nobody waits. */
  curves(query: CurveQuery, signal: AbortSignal): Promise<readonly Curve[]> {
    const { tag, ...rest } = query;
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(nobodyWaits());
        return;
      }
      const batch = this.#batchOf(rest, tag);
      const waiter: Waiter = { resolve, reject };
      const waiters = batch.waiters.get(tag) ?? new Set();
      batch.waiters.set(tag, waiters.add(waiter));
      ++batch.waiting;
      signal.addEventListener('abort', () => {
        if (!waiters.delete(waiter)) return;
        if (waiters.size === 0) batch.waiters.delete(tag);
        --batch.waiting;
        reject(nobodyWaits());
        if (batch.waiting === 0) batch.controller.abort();
      });
    });
  }

  #batchOf(query: Omit<CurveQuery, 'tag'>, tag: string): Batch {
    const key = JSON.stringify({ ...query, runs: formatRunSet(query.runs) });
    const found = this.#latest.get(key);
    if (found !== undefined && (found.waiters.size < mostTags(query) || found.waiters.has(tag))) return found;
    const batch: Batch = { query, waiters: new Map(), controller: new AbortController(), waiting: 0 };
    this.#latest.set(key, batch);
    this.#gathered.push(batch);
    if (!this.#scheduled) {
      this.#scheduled = true;
      setTimeout(() => this.#send(), 0);
    }
    return batch;
  }

  #send(): void {
    this.#scheduled = false;
    const batches = this.#gathered;
    this.#gathered = [];
    this.#latest.clear();
    for (const batch of batches) if (batch.waiting > 0) void this.#sendOne(batch);
  }

  async #sendOne(batch: Batch): Promise<void> {
    try {
      const query = { ...batch.query, tags: [...batch.waiters.keys()] };
      const curves = await this.ask(query, batch.controller.signal);
      for (const [tag, waiters] of batch.waiters) {
        const own = curves.filter((curve) => curve.tag === tag);
        for (const waiter of waiters) waiter.resolve(own);
      }
    } catch (error) {
      if (isRefusal(error) && batch.waiters.size > 1) return this.#sendEach(batch);
      for (const waiters of batch.waiters.values()) for (const waiter of waiters) waiter.reject(error);
    }
    batch.waiters.clear();
  }

  /** One tag that the server cannot answer for shall not cost the others. */
  async #sendEach(batch: Batch): Promise<void> {
    const alone = [...batch.waiters].map((entry) => ({ ...batch, waiters: new Map([entry]) }));
    await Promise.all(alone.map((one) => this.#sendOne(one)));
  }
}

export const curveRequests = new CurveRequests((query, signal) => client.scalars(query, signal));
