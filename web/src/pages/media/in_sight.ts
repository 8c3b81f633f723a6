/** Which elements are on the screen, or nearly: one observer for all of them. */

type Listener = (near: boolean) => void;

const kMargin = '400px 0px';

let observer: IntersectionObserver | null = null;
const listeners = new WeakMap<Element, Listener>();

function start(): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting);
    },
    { rootMargin: kMargin },
  );
}

/** An attachment: tells whether its element is in sight, at first and whenever that changes. */
export function inSight(listener: Listener): (node: Element) => () => void {
  return (node) => {
    observer ??= start();
    listeners.set(node, listener);
    observer.observe(node);
    return () => {
      observer?.unobserve(node);
      listeners.delete(node);
      listener(false);
    };
  };
}
