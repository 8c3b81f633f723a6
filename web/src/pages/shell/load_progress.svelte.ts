/** How long loading will still take, by how fast it was. */

import { catalog } from '../../state/catalog.svelte';
import { clock } from '../../state/clock.svelte';

class LoadProgress {
  #begun: { at: number; bytes: number } | null = null;

  share: number = $derived.by(() => {
    const { bytes_done, bytes_total, loaded } = catalog.progress;
    if (loaded) return 1;
    return bytes_total > 0 ? Math.min(1, bytes_done / bytes_total) : 0;
  });

  /** Null while nobody can tell. */
  secondsLeft: number | null = $derived.by(() => {
    const { bytes_done, bytes_total, loaded } = catalog.progress;
    if (loaded || bytes_total === 0) return null;
    this.#begun ??= { at: clock.now, bytes: bytes_done };
    const seconds = clock.now - this.#begun.at;
    const speed = (bytes_done - this.#begun.bytes) / seconds;
    return seconds < 1 || !(speed > 0) ? null : Math.ceil((bytes_total - bytes_done) / speed);
  });
}

export const loadProgress = new LoadProgress();
