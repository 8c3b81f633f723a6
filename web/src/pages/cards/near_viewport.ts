/** Tells elements when they come near the part of a page that is in sight, and when they leave it.
 * One after another, each in a task of its own: what comes near makes a whole card. What a
 * scrolling page only passes by is told nothing. */

import { nextTask } from '../../base/chunks';

const kMarginPixels = 160;
const kPassingMillis = 120;

export type Near = (near: boolean) => void;

export class NearViewport {
  readonly #callbacks = new Map<Element, Near>();
  readonly #near = new Set<Element>(); // As they were told.
  readonly #news = new Map<Element, boolean>(); // Not told yet.
  readonly #passing = new Map<Element, ReturnType<typeof setTimeout>>(); // Near, but perhaps not for long.
  readonly #observer: IntersectionObserver;
  #scrolledAt = -Infinity;
  #telling = false;

  constructor(root: Element | null) {
    const scrolled = () => (this.#scrolledAt = performance.now());
    (root ?? document).addEventListener('scroll', scrolled, { passive: true });
    this.#observer = new IntersectionObserver(
      (entries) => {
        const scrolls = performance.now() - this.#scrolledAt < kPassingMillis;
        for (const { target, isIntersecting } of entries) {
          this.#forget(target);
          if (isIntersecting === this.#near.has(target)) continue;
          if (isIntersecting && scrolls) this.#wait(target);
          else this.#news.set(target, isIntersecting);
        }
        void this.#tell();
      },
      { root, rootMargin: `${kMarginPixels}px 0px` },
    );
  }

  watch(element: Element, near: Near): () => void {
    this.#callbacks.set(element, near);
    this.#observer.observe(element);
    return () => {
      this.#callbacks.delete(element);
      this.#near.delete(element);
      this.#forget(element);
      this.#observer.unobserve(element);
    };
  }

  #wait(element: Element): void {
    const stays = () => {
      this.#passing.delete(element);
      this.#news.set(element, true);
      void this.#tell();
    };
    this.#passing.set(element, setTimeout(stays, kPassingMillis));
  }

  #forget(element: Element): void {
    this.#news.delete(element);
    clearTimeout(this.#passing.get(element));
    this.#passing.delete(element);
  }

  async #tell(): Promise<void> {
    if (this.#telling) return;
    this.#telling = true;
    for (const [element, near] of this.#news) {
      this.#news.delete(element);
      if (near) this.#near.add(element);
      else this.#near.delete(element);
      this.#callbacks.get(element)?.(near);
      if (this.#news.size > 0) await nextTask();
    }
    this.#telling = false;
  }
}
