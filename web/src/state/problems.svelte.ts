/** What could not be read or was left out: how much there is, and whether a
 * log directory itself is not there. */

import { client } from '../api/client';
import type { Problem } from '../api/types';
import { catalog } from './catalog.svelte';
import { live } from './live.svelte';

const kDelayMillis = 300;

class LogProblems {
  total = $state(0);
  list = $state.raw<readonly Problem[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Roots that cannot be looked at: they have gone, or have not come yet. */
  missingRoots: readonly string[] = $derived.by(() => {
    const paths = new Set(this.list.filter(({ offset }) => offset === null).map(({ path }) => path.replace(/\/+$/, '')));
    return (catalog.info?.roots ?? []).map(({ path }) => path.replace(/\/+$/, '')).filter((path) => paths.has(path));
  });

  /** Inside an effect: asks at first, and whenever they have changed. */
  follow(): void {
    void live.problemsRevision;
    void catalog.loaded;
    if (!catalog.known) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), kDelayMillis);
  }

  async #ask(): Promise<void> {
    try {
      const answer = await client.problems();
      this.total = answer.total;
      this.list = answer.problems;
    } catch {
      // They stay as they were; the banner tells that the server has gone.
    }
  }
}

export const logProblems = new LogProblems();
