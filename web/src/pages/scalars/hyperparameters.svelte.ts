/** Hyperparameters of the runs: asked for when the first card groups by one. */

import { client } from '../../api/client';
import type { Hparams } from '../../api/types';
import { catalog } from '../../state/catalog.svelte';

class Hyperparameters {
  value = $state.raw<Hparams | null>(null);
  #generation = -1;

  /** Asks anew when runs have come or gone since. */
  want(): void {
    if (this.#generation === catalog.generation) return;
    this.#generation = catalog.generation;
    client.hparams(undefined).then(
      (hparams) => (this.value = hparams),
      () => (this.#generation = -1),
    );
  }
}

export const hyperparameters = new Hyperparameters();
