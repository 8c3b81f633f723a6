/** The size of elements, without asking the browser to lay them out for it. */

type Listener = (width: number, height: number) => void;

const listeners = new WeakMap<Element, Listener>();
let observer: ResizeObserver | null = null;

function start(): ResizeObserver {
  return new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) listeners.get(target)?.(contentRect.width, contentRect.height);
  });
}

/** An attachment: tells the element's size without its padding, at first and whenever it changes. */
export function observeSize(listener: Listener): (node: Element) => () => void {
  return (node) => {
    observer ??= start();
    listeners.set(node, listener);
    observer.observe(node);
    return () => {
      observer?.unobserve(node);
      listeners.delete(node);
    };
  };
}
