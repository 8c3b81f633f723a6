/** All steps that a page shows: of its kinds, the tags that the filter leaves, and the shown runs. */

import { untrack } from 'svelte';

import { client } from '../../api/client';
import type { Kind, Numbers } from '../../api/types';
import { catalog } from '../../state/catalog.svelte';
import { live } from '../../state/live.svelte';
import { selection } from '../../state/selection.svelte';
import { view } from '../../state/view.svelte';
import { Loading } from '../cards/loading.svelte';
import { tagFilter } from '../cards/tag_groups';
import { steppedKinds } from './stepped_kinds';

const kNone: ArrayLike<number> = [];

export class PageSteps {
  readonly #loading = new Loading<Numbers>();
  readonly #kinds: () => readonly Kind[];

  /** Inside a component: asks until that is destroyed. */
  constructor(kinds: () => readonly Kind[]) {
    this.#kinds = kinds;
    let seen = 0;
    $effect(() => {
      const ask = this.#asked;
      untrack(() => {
        seen = this.#revision;
        this.#loading.load(ask);
      });
      return () => this.#loading.stop();
    });
    $effect(() => {
      const now = this.#revision;
      if (now !== seen) this.#loading.refresh(untrack(() => this.#asked));
      seen = now;
    });
  }

  /** Ascending; none while nothing is known. */
  get all(): ArrayLike<number> {
    return this.#loading.value ?? kNone;
  }
  get waiting(): boolean {
    return this.#loading.value === null && this.#loading.status !== 'error';
  }

  #tags = $derived.by(() => {
    const { test } = tagFilter(view.tagFilter);
    return steppedKinds(this.#kinds()).flatMap((kind) => catalog.tags(kind).filter(({ tag }) => test(tag)));
  });
  // A text, so that the same question is not asked twice because tags were listed anew.
  #question = $derived.by(() =>
    JSON.stringify([this.#tags.map(({ kind }) => kind), view.tagFilter === '' ? null : this.#tags.map(({ tag }) => tag)]),
  );
  #asked = $derived.by(() => {
    const [every, tags] = JSON.parse(this.#question) as [Kind[], string[] | null];
    const kinds = [...new Set(every)];
    const runs = selection.shown;
    return async (signal: AbortSignal): Promise<Numbers> =>
      kinds.length === 0 || runs.length === 0 ? new Float64Array() : client.steps({ kinds, tags: tags ?? [], runs }, signal);
  });
  #revision = $derived.by(() => this.#tags.reduce((sum, { kind, tag }) => sum + live.revision(kind, tag), 0));
}
