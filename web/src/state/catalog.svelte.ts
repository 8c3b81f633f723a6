/** What the log holds: runs, tags, progress. The live stream keeps it fresh
 * (live.svelte.ts); everything else only reads it. */

import { client } from '../api/client';
import type { Changes, Cursor, Info, Kind, Progress, Run, RunId, Tag } from '../api/types';
import { nextTask } from '../base/chunks';
import { naturalOrder } from '../base/natural_order';
import { RunNumbers } from '../base/run_numbers';

const kNoProgress: Progress = {
  bytes_done: 0, bytes_total: 0, files_done: 0, files_total: 0, loaded: false, runs: 0, series: 0, points: 0, damaged_records: 0,
};
const kNoTags: readonly Tag[] = [];

function byName(a: Run, b: Run): number {
  return naturalOrder(a.name, b.name);
}

/** Two lists in order to one. */
function merged(a: readonly Run[], b: readonly Run[]): Run[] {
  const result: Run[] = [];
  let at = 0;
  for (const run of a) {
    for (let next = b[at]; next !== undefined && byName(next, run) < 0; next = b[at]) {
      result.push(next);
      ++at;
    }
    result.push(run);
  }
  return result.concat(b.slice(at));
}

class Catalog {
  /** In natural order. A new array whenever any run changed. */
  runs = $state.raw<readonly Run[]>([]);
  /** Grows when runs came, went or changed their names; not with their steps. */
  generation = $state(0);
  progress = $state.raw<Progress>(kNoProgress);
  info = $state.raw<Info | null>(null);
  /** Whether anything has been answered yet. */
  known = $state(false);

  #byId = new Map<RunId, Run>();
  #byName = new Map<string, Run>();
  #tags = $state.raw<ReadonlyMap<Kind, readonly Tag[]>>(new Map());
  #numbers = new RunNumbers();

  get loaded(): boolean {
    return this.progress.loaded;
  }

  run(id: RunId): Run | undefined {
    void this.runs;
    return this.#byId.get(id);
  }

  /** Does not change as long as the run is there. */
  nameOf(id: RunId): string | undefined {
    void this.generation;
    return this.#byId.get(id)?.name;
  }

  runNamed(name: string): Run | undefined {
    void this.generation;
    return this.#byName.get(name);
  }

  /** By start; what colours follow. */
  numberOf(name: string): number {
    void this.generation;
    return this.#numbers.of(name);
  }

  tags(kind: Kind): readonly Tag[] {
    return this.#tags.get(kind) ?? kNoTags;
  }

  get kinds(): readonly Kind[] {
    return [...this.#tags.keys()];
  }

  get tagCount(): number {
    let count = 0;
    for (const tags of this.#tags.values()) count += tags.length;
    return count;
  }

  /** Asks for everything; answers where the live stream goes on. */
  async load(signal?: AbortSignal): Promise<Cursor> {
    const [info, answer, tags] = await Promise.all([
      client.info(signal), client.runs(signal), client.tags(signal),
    ]);
    const sorted = [...answer.runs].sort(byName); // It is, mostly.
    await nextTask(); // What is drawn because of it is enough for one.
    signal?.throwIfAborted();
    this.info = info;
    this.progress = info.progress;
    this.#setTags(tags);
    this.#setRuns(sorted);
    this.known = true;
    return answer.cursor;
  }

  async loadTags(): Promise<void> {
    this.#setTags(await client.tags());
  }

  /** Answers the runs that are new. */
  apply(changes: Changes): readonly Run[] {
    const added = (changes.runs_added ?? []).filter((run) => !this.#byId.has(run.id));
    const removed = new Set(changes.runs_removed ?? []);
    const changed = changes.runs_changed ?? [];
    if (added.length === 0 && removed.size === 0 && changed.length === 0) return added;
    if (added.length === 0 && removed.size === 0) {
      this.#replace(changed);
      return added;
    }
    const fresh = new Map(changed.map((run) => [run.id, run]));
    const kept = this.runs.filter((run) => !removed.has(run.id)).map((run) => fresh.get(run.id) ?? run);
    this.#setRuns(merged(kept, [...added].sort(byName)));
    return added;
  }

  #replace(changed: readonly Run[]): void {
    const fresh = new Map(changed.map((run) => [run.id, run]));
    for (const run of changed) {
      if (!this.#byId.has(run.id)) continue;
      this.#byId.set(run.id, run);
      this.#byName.set(run.name, run);
    }
    this.runs = this.runs.map((run) => fresh.get(run.id) ?? run);
  }

  /** `sorted` is in natural order. */
  #setRuns(sorted: readonly Run[]): void {
    this.#byId = new Map(sorted.map((run) => [run.id, run]));
    this.#byName = new Map(sorted.map((run) => [run.name, run]));
    this.#numbers.update(sorted, this.progress.loaded && this.known);
    this.runs = sorted;
    ++this.generation;
  }

  #setTags(tags: readonly Tag[]): void {
    const byKind = new Map<Kind, Tag[]>();
    for (const tag of tags) {
      const list = byKind.get(tag.kind);
      if (list === undefined) byKind.set(tag.kind, [tag]);
      else list.push(tag);
    }
    this.#tags = byKind;
  }
}

export const catalog = new Catalog();
