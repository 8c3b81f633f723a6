/** The values of one run and tag that are not scalars: their steps, and which one is shown. */

import { client } from '../../api/client';
import type { BlobSeries, Kind, RunId } from '../../api/types';
import { view, type CardView } from '../../state/view.svelte';
import { positionOf } from '../../widgets/step_choice';
import { stepOf } from './linked_step';
import { followTag, Loading } from '../cards/loading.svelte';

const kNone: ArrayLike<number> = [];

export class OneSeries {
  readonly loading = new Loading<BlobSeries | null>();
  readonly #card: CardView;

  /** Inside a component: asks until that is destroyed. */
  constructor(kind: Kind, tag: string, run: RunId, key: string) {
    this.#card = view.card(key);
    const ask = async (signal: AbortSignal) => (await client.blobs(kind, tag, [run], signal))[0] ?? null;
    $effect(() => {
      this.loading.load(ask);
      return () => this.loading.stop();
    });
    followTag(this.loading, kind, tag, () => ask);
  }

  steps: ArrayLike<number> = $derived.by(() => this.loading.value?.step ?? kNone);
  /** The nearest that is not after the chosen step; the first where all are. */
  index = $derived.by(() => positionOf(this.steps, stepOf(this.#card)));
  step: number | null = $derived.by(() => this.steps[this.index] ?? null);
  wall: number | null = $derived.by(() => this.loading.value?.wall[this.index] ?? null);
  version = $derived.by(() => this.loading.value?.version ?? 0);
  status = $derived.by(() => {
    if (this.loading.status === 'error') return 'error' as const;
    if (this.steps.length > 0) return 'ready' as const;
    return this.loading.status === 'ready' ? ('empty' as const) : ('loading' as const);
  });
}
