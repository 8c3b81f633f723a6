/** Runs that are being written now. */

import type { RunId } from '../../api/types';
import { catalog } from '../../state/catalog.svelte';
import { clock } from '../../state/clock.svelte';
import { live } from '../../state/live.svelte';

const kSilentSeconds = 30;

class LiveRuns {
  #last: ReadonlySet<RunId> = new Set();
  /** The same set as long as the same runs are written. */
  #ids: ReadonlySet<RunId> = $derived.by(() => {
    const since = clock.now - kSilentSeconds;
    const now = new Set<RunId>();
    if (live.connected) for (const run of catalog.runs) if (run.last >= since) now.add(run.id);
    const same = now.size === this.#last.size && [...now].every((id) => this.#last.has(id));
    if (!same) this.#last = now;
    return this.#last;
  });

  has(run: RunId): boolean {
    return this.#ids.has(run);
  }
}

export const liveRuns = new LiveRuns();
