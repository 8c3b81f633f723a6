/** Something that is asked for, and may be asked for again or given up. */

import { untrack } from 'svelte';

import { isAbort } from '../../api/client';
import type { Kind } from '../../api/types';
import { live } from '../../state/live.svelte';

const kRestMillis = 500; // From one refresh to the next.

type Ask<Answer> = (signal: AbortSignal) => Promise<Answer>;

/** The last answer stays until another comes: what is on the screen never blinks. An effect
    that asks does not depend on what is answered. */
export class Loading<Answer> {
  value = $state.raw<Answer | null>(null);
  status = $state<'idle' | 'loading' | 'ready' | 'error'>('idle');
  message = $state('');

  #stop: AbortController | null = null;
  #ask: Ask<Answer> | null = null;
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = Number.NEGATIVE_INFINITY; // When, in milliseconds.

  /** Asks for something else: an older answer under way is dropped. */
  load(ask: Ask<Answer>): void {
    this.stop();
    this.#ask = ask;
    untrack(() => void this.#run());
  }

  /** Asks for the same anew: at once, but not more often than a screen needs. While an answer
      is under way, once after it, so that a log that changes all the time still gets answers. */
  refresh(ask: Ask<Answer>): void {
    this.#ask = ask;
    if (this.#stop !== null) this.#again = true;
    else this.#runSoon();
  }

  retry(): void {
    if (this.#stop === null) untrack(() => void this.#run());
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#again = false;
    this.#stop?.abort();
    this.#stop = null;
    untrack(() => {
      if (this.status === 'loading') this.status = this.value === null ? 'idle' : 'ready';
    });
  }

  #runSoon(): void {
    if (this.#timer !== undefined) return;
    const wait = this.#asked + kRestMillis - performance.now();
    if (wait <= 0) untrack(() => void this.#run());
    else this.#timer = setTimeout(() => void this.#run(), wait);
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#ask === null) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#again = false;
    this.#asked = performance.now();
    if (this.value === null) this.status = 'loading';
    try {
      const answer = await this.#ask(stop.signal);
      if (stop.signal.aborted) return;
      this.value = answer;
      this.status = 'ready';
    } catch (error) {
      if (stop.signal.aborted || isAbort(error)) return;
      this.status = this.value === null ? 'error' : 'ready';
      this.message = error instanceof Error ? error.message : String(error);
    }
    if (this.#stop === stop) this.#stop = null;
    if (this.#again) this.#runSoon();
  }
}

/** Inside a component: asks anew when a tag's series change, and when the server is back after
    a failure. What an effect of the component asked for at first is not asked for twice. */
export function followTag<Answer>(loading: Loading<Answer>, kind: Kind, tag: string, ask: () => Ask<Answer>): void {
  let seen = live.revision(kind, tag);
  $effect(() => {
    const now = live.revision(kind, tag);
    if (now === seen) return;
    seen = now;
    loading.refresh(untrack(ask));
  });
  $effect(() => {
    if (live.connected && untrack(() => loading.status) === 'error') loading.retry();
  });
}
