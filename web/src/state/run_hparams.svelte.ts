/** Hyperparameters of the runs in sight and of the focused one. */

import { client } from '../api/client';
import type { HparamValue, RunId } from '../api/types';
import { formatShort } from '../base/numbers';
import { catalog } from './catalog.svelte';

const kDelayMillis = 120;

export function formatHparam(value: HparamValue | undefined): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'number' ? formatShort(value) : String(value);
}

class RunHparams {
  /** All that any run asked for has. */
  names = $state.raw<readonly string[]>([]);
  #values = $state.raw<ReadonlyMap<RunId, ReadonlyMap<string, HparamValue>>>(new Map());
  #asked = new Set<RunId>();
  #wanted = new Set<RunId>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #instance = '';

  of(run: RunId): ReadonlyMap<string, HparamValue> | undefined {
    return this.#values.get(run);
  }

  /** Inside an effect. */
  follow(runs: readonly RunId[]): void {
    const instance = catalog.info?.instance ?? '';
    void catalog.loaded;
    if (instance !== this.#instance) {
      this.#instance = instance;
      this.#asked.clear();
      this.#values = new Map();
    }
    for (const run of runs) if (!this.#asked.has(run)) this.#wanted.add(run);
    if (this.#wanted.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), kDelayMillis);
  }

  async #ask(): Promise<void> {
    const runs = [...this.#wanted];
    this.#wanted.clear();
    for (const run of runs) this.#asked.add(run);
    try {
      const answer = await client.hparams(runs);
      const values = new Map(this.#values);
      for (const row of answer.runs) {
        const pairs = answer.names.map((name, i): [string, HparamValue] => [name, row.values[i] ?? null]);
        values.set(row.run, new Map(pairs.filter(([, value]) => value !== null)));
      }
      this.#values = values;
      const names = new Set([...this.names, ...answer.names]);
      if (names.size !== this.names.length) this.names = [...names];
    } catch {
      for (const run of runs) this.#asked.delete(run);
    }
  }
}

export const runHparams = new RunHparams();
