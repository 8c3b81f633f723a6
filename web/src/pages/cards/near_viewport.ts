/** Tells elements when they come near the part of a page that is in sight, and when they leave it. */

const kMarginPixels = 160;

export type Near = (near: boolean) => void;

export class NearViewport {
  readonly #callbacks = new Map<Element, Near>();
  readonly #observer: IntersectionObserver;

  constructor(root: Element | null) {
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) this.#callbacks.get(entry.target)?.(entry.isIntersecting);
      },
      { root, rootMargin: `${kMarginPixels}px 0px` },
    );
  }

  watch(element: Element, near: Near): () => void {
    this.#callbacks.set(element, near);
    this.#observer.observe(element);
    return () => {
      this.#callbacks.delete(element);
      this.#observer.unobserve(element);
    };
  }

  stop(): void {
    this.#observer.disconnect();
    this.#callbacks.clear();
  }
}
