/** Hyperparameters of all runs: asked for when the first thing is done by one. */

import { client } from '../api/client';
import type { HparamValue, Hparams, RunId } from '../api/types';
import { catalog } from './catalog.svelte';

class AllHparams {
  value = $state.raw<Hparams | null>(null);
  #asked = '';
  #byRun = $derived(new Map(this.value?.runs.map(({ run, values }) => [run, values])));

  /** Asks anew when runs have come or gone since. */
  want(): void {
    const now = `${catalog.info?.instance ?? ''} ${catalog.generation} ${catalog.loaded}`;
    if (this.#asked === now || !catalog.known) return;
    this.#asked = now;
    client.hparams(undefined).then(
      (hparams) => (this.value = hparams),
      () => (this.#asked = ''),
    );
  }

  /** Looks one of them up, for many runs. */
  column(name: string): (run: RunId) => HparamValue {
    const at = this.value?.names.indexOf(name) ?? -1;
    const byRun = this.#byRun;
    return (run) => (at < 0 ? null : (byRun.get(run)?.[at] ?? null));
  }
}

export const allHparams = new AllHparams();
