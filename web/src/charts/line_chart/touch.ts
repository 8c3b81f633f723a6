/** What fingers do to a chart: one shows the cursor, or moves what is zoomed; two zoom. */

import { attachFingers, middleOf, type Spot } from '../fingers';
import type { ChartActions, Zoom } from './interaction';
import type { Plot } from './layout';
import { panned, type Domain, type Scale } from './scales';

const kSlant = 0.5; // An axis is zoomed if fingers are so far apart along it, of what they are along the other.
const kLeastSpread = 12; // Pixels: no zoom about a point without extent.

/** The domain after two pixels of the axis went to two others. */
function pinched(scale: Scale, from: readonly [number, number], to: readonly [number, number]): Domain {
  const spread = ([a, b]: readonly [number, number]) => Math.max(kLeastSpread, Math.abs(a - b));
  const middle = ([a, b]: readonly [number, number]) => (a + b) / 2;
  const factor = spread(from) / spread(to);
  const at = (pixel: number) => scale.value(middle(from) + (pixel - middle(to)) * factor);
  return [at(scale.range[0]), at(scale.range[1])];
}

/** Two fingers side by side zoom x, one above the other y, askew both. */
export function zoomByPinch(plot: Plot, before: Zoom, from: readonly Spot[], to: readonly Spot[]): Zoom {
  const [[a, b], [c, d]] = [from, to];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return before;
  const [across, along] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  return {
    x: across >= along * kSlant ? pinched(plot.x, [a.x, b.x], [c.x, d.x]) : before.x,
    y: along >= across * kSlant ? pinched(plot.y, [a.y, b.y], [c.y, d.y]) : before.y,
  };
}

/** One finger moves the axes that are zoomed. */
export function panByFinger(plot: Plot, before: Zoom, from: readonly Spot[], to: readonly Spot[]): Zoom {
  const [a, b] = [middleOf(from), middleOf(to)];
  return {
    x: before.x === null ? null : panned(plot.x, b.x - a.x),
    y: before.y === null ? null : panned(plot.y, b.y - a.y),
  };
}

/** Attaches to the element that holds the canvases; returns how to let go. */
export function attachTouch(element: HTMLElement, actions: ChartActions): () => void {
  let held: { readonly plot: Plot; readonly before: Zoom } | null = null;
  return attachFingers(element, {
    press: ({ x, y }) => actions.setPointer(x, y),
    begin(fingers) {
      const plot = actions.plot();
      held = plot === null ? null : { plot, before: actions.zoom() };
      if (fingers > 1) actions.leave();
    },
    move(from, to) {
      if (held === null) return;
      const { plot, before } = held;
      if (from.length > 1) actions.setZoom(zoomByPinch(plot, before, from, to));
      else if (before.x !== null || before.y !== null) actions.setZoom(panByFinger(plot, before, from, to));
      else if (to[0] !== undefined) actions.setPointer(to[0].x, to[0].y);
    },
    cancel: () => actions.leave(),
    elsewhere: () => actions.leave(),
  });
}
