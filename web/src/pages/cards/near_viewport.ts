/** Tells elements when they come near the part of a page that is in sight, and when they leave it.
 * One after another, each in a task of its own: what comes near makes a whole card. */

import { nextTask } from '../../base/chunks';

const kMarginPixels = 160;

export type Near = (near: boolean) => void;

export class NearViewport {
  readonly #callbacks = new Map<Element, Near>();
  readonly #near = new Set<Element>(); // As they were told.
  readonly #news = new Map<Element, boolean>(); // Not told yet.
  readonly #observer: IntersectionObserver;
  #telling = false;

  constructor(root: Element | null) {
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting === this.#near.has(target)) this.#news.delete(target);
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
      this.#news.delete(element);
      this.#observer.unobserve(element);
    };
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
