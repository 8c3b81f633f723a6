/** The live stream and what it moves: the catalog, and a revision for each tag
 * that cards watch. While paused, changes wait. */

import { ApiError, client, isAbort } from '../api/client';
import { LiveStream } from '../api/live';
import type { Changes, Hello, Info, Kind, Progress } from '../api/types';
import { catalog } from './catalog.svelte';
import { madeApart } from './made_apart.svelte';
import { selection } from './selection.svelte';

export type LiveState = 'live' | 'paused' | 'loading' | 'offline';

class Revision {
  value = $state(0);
}

const kTagsEveryMillis = 500;
const kRetryMillis = 3000;

class Live {
  connected = $state(false);
  paused = $state(false);
  /** Points that came while paused. */
  /** Grows when problems came or went. */
  problemsRevision = $state(0);
  newPoints = $state(0);
  /** When anything was last heard, in seconds since the epoch. */
  heard = $state(0);
  /** When anything was last written, as far as this page saw. */
  changed = $state(0);
  /** When the next try begins, while offline. */
  retryAt = $state(0);
  /** Why there is no answer, where that is known. */
  failure = $state<string | null>(null);
  /** Whether the last try to load everything came to nothing. */
  failed = $state(false);

  state: LiveState = $derived.by(() => {
    if (!this.connected && (catalog.known || this.failed)) return 'offline';
    if (this.paused) return 'paused';
    return catalog.loaded && catalog.known ? 'live' : 'loading';
  });

  #revisions = new Map<string, Revision>();
  #all = $state(0);
  #waiting = new Set<string>();
  #waitingAll = false;
  #instance = ''; // Of the server that the catalog is of.
  #outdated = false; // Whether cards still show what another server had.
  #load: AbortController | null = null;
  #tagsTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #stream = new LiveStream({
    onHello: (hello) => this.#hello(hello),
    onChanges: (changes) => this.#changes(changes),
    onProgress: (progress) => this.#progress(progress),
    onAlive: () => this.#alive(),
    onLost: (delay) => this.#lost(delay),
  });

  /** Grows when a series of that tag changed and the page is not paused. */
  revision(kind: Kind, tag: string): number {
    const key = `${kind}\n${tag}`;
    let revision = this.#revisions.get(key);
    if (revision === undefined) {
      revision = madeApart(() => new Revision());
      this.#revisions.set(key, revision);
    }
    return this.#all + revision.value;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.newPoints = 0;
    if (this.#waitingAll) ++this.#all;
    for (const key of this.#waiting) this.#bump(key);
    this.#waiting.clear();
    this.#waitingAll = false;
  }

  toggle(): void {
    if (this.paused) this.resume();
    else this.pause();
  }

  /** Loads everything and listens from there on; tries until it works. */
  async start(): Promise<void> {
    clearTimeout(this.#retryTimer);
    this.#load?.abort();
    const load = new AbortController();
    this.#load = load;
    try {
      const cursor = await catalog.load(load.signal);
      this.#load = null;
      this.failure = null;
      this.failed = false;
      this.connected = true;
      this.heard = Date.now() / 1000;
      this.#arrive(catalog.info?.instance ?? '');
      this.#stream.start(cursor);
    } catch (error) {
      if (isAbort(error)) return; // Another load took its place.
      this.#load = null;
      this.connected = false;
      this.failure = error instanceof ApiError && error.status > 0 ? error.message : null;
      this.failed = true;
      this.retryAt = Date.now() / 1000 + kRetryMillis / 1000;
      this.#retryTimer = setTimeout(() => void this.start(), kRetryMillis);
    }
  }

  retryNow(): void {
    if (!catalog.known || this.failed) void this.start();
    else this.#stream.retryNow();
  }

  stop(): void {
    this.#load?.abort();
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#tagsTimer);
    this.#stream.stop();
  }

  #alive(): void {
    this.connected = true;
    this.failure = null;
    this.heard = Date.now() / 1000;
  }

  #lost(delay: number): void {
    this.connected = false;
    this.retryAt = (Date.now() + delay) / 1000;
    // A stream does not say why it was refused; an answer does.
    client.info().then(
      (info) => this.#answered(info),
      (error: unknown) => (this.failure = error instanceof ApiError && error.status > 0 ? error.message : null),
    );
  }

  /** The server is there, though its stream was lost. */
  #answered(info: Info): void {
    this.failure = null;
    if (this.connected || this.#load !== null) return;
    if (info.instance !== this.#instance) {
      this.#loadAgain();
      return;
    }
    catalog.info = info;
    this.#progress(info.progress);
  }

  #hello(hello: Hello): void {
    const other = this.#instance !== '' && hello.instance !== this.#instance;
    if (hello.reset === true || other) this.#loadAgain();
    else this.#progress(hello.progress);
  }

  /** Numbers of runs mean something else now: nothing is heard until all is loaded. */
  #loadAgain(): void {
    this.#outdated = true;
    this.#stream.stop();
    selection.highlighted = null;
    void this.start();
  }

  /** All is loaded, perhaps from another server than before. */
  #arrive(instance: string): void {
    const other = this.#instance !== '' && instance !== this.#instance;
    this.#instance = instance;
    if (other || this.#outdated) this.#markAll();
    this.#outdated = false;
  }

  #progress(progress: Progress): void {
    const ended = progress.loaded && !catalog.progress.loaded;
    catalog.progress = progress;
    if (ended) this.#loadTags();
  }

  #changes(changes: Changes): void {
    const added = catalog.apply(changes);
    this.changed = Date.now() / 1000;
    selection.welcome(added, !catalog.loaded);
    if (changes.problems_changed === true) ++this.problemsRevision;
    if (changes.tags_changed === true || added.length > 0) this.#loadTags();
    if (changes.many === true) this.#markAll();
    const { tags = [], series, removed } = changes;
    const keys = new Set<string>();
    for (const index of [...(series?.tag ?? []), ...(removed?.tag ?? [])]) {
      const tag = tags[index];
      if (tag !== undefined) keys.add(`${tag[0]}\n${tag[1]}`);
    }
    if (this.paused && series !== undefined) {
      series.count.forEach((count, i) => (this.newPoints += Math.max(0, count - (series.from[i] ?? 0))));
    }
    for (const key of keys) {
      if (this.paused) this.#waiting.add(key);
      else this.#bump(key);
    }
  }

  #markAll(): void {
    if (this.paused) this.#waitingAll = true;
    else ++this.#all;
  }

  #bump(key: string): void {
    const revision = this.#revisions.get(key);
    if (revision !== undefined) ++revision.value;
  }

  #loadTags(): void {
    if (this.#tagsTimer !== undefined) return;
    this.#tagsTimer = setTimeout(() => {
      this.#tagsTimer = undefined;
      catalog.loadTags().catch(() => undefined);
    }, kTagsEveryMillis);
  }
}

export const live = new Live();
