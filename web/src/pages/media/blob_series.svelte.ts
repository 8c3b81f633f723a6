/** The values of one run and tag that are not scalars: their steps, and which one is shown. */

import { client, type Place } from '../../api/client';
import type { BlobSeries, Kind, RunId, Superseded } from '../../api/types';
import { view, type CardView } from '../../state/view.svelte';
import { positionOf } from '../../widgets/step_choice';
import { followTag, Loading } from '../cards/loading.svelte';
import { askBranch, BranchChoice, branchParameter, restartsOf, type Branch, type Chosen } from './branch_choice.svelte';
import { stepOf } from './linked_step';

const kNone: ArrayLike<number> = [];

export class OneSeries {
  readonly loading = new Loading<Chosen<BlobSeries> | null>();
  readonly choice: BranchChoice;
  readonly #card: CardView;
  readonly #place: { readonly run: RunId; readonly tag: string };

  /** Inside a component: asks until that is destroyed. */
  constructor(kind: Kind, tag: string, run: RunId, key: string) {
    this.#card = view.card(key);
    this.#place = { run, tag };
    this.choice = new BranchChoice(key);
    const ask = () => {
      const { wanted } = this.choice;
      return (signal: AbortSignal) =>
        askBranch(wanted, (branch) => client.blobs({ kind, tag, runs: [run], ...branch }, signal));
    };
    $effect(() => {
      this.loading.load(ask());
      return () => this.loading.stop();
    });
    followTag(this.loading, kind, tag, ask);
  }

  #series = $derived.by(() => this.loading.value?.series ?? null);
  branch: Branch = $derived.by(() => this.loading.value?.branch ?? null);
  restarts: readonly Superseded[] = $derived.by(() => restartsOf(this.loading.value));
  steps: ArrayLike<number> = $derived.by(() => this.#series?.step ?? kNone);
  /** The nearest that is not after the chosen step; the first where all are. */
  index = $derived.by(() => positionOf(this.steps, stepOf(this.#card)));
  step: number | null = $derived.by(() => this.steps[this.index] ?? null);
  wall: number | null = $derived.by(() => this.#series?.wall[this.index] ?? null);
  version = $derived.by(() => this.#series?.version ?? 0);
  status = $derived.by(() => {
    if (this.loading.status === 'error') return 'error' as const;
    if (this.steps.length > 0) return 'ready' as const;
    return this.loading.status === 'ready' ? ('empty' as const) : ('loading' as const);
  });

  /** Where the value stands that is the `index`-th of the shown. */
  placeOf(index: number): Place {
    return { ...this.#place, index, ...branchParameter(this.branch) };
  }
}
