/** Which elements are in sight, or nearly: one observer for all that scroll together. */

import { NearViewport, type Near } from './near_viewport';

const viewports = new WeakMap<Element, NearViewport>();

/** An attachment: tells when its element comes into sight, and when it leaves it. */
export function inSight(listener: Near): (node: Element) => () => void {
  return (node) => {
    const scroller = node.closest('[data-scrolls]') ?? document.documentElement;
    let viewport = viewports.get(scroller);
    if (viewport === undefined) {
      viewport = new NearViewport(scroller === document.documentElement ? null : scroller);
      viewports.set(scroller, viewport);
    }
    return viewport.watch(node, listener);
  };
}
