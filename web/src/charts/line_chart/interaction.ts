/** What mouse, wheel and keys do to a chart: box zoom, pan, zoom about a place, cursor steps. */

import type { Box } from './draw_cursor';
import type { Plot } from './layout';
import { panned, zoomed, type Domain } from './scales';

const kLeastDrag = 4; // Pixels before a press becomes a drag.
const kLeastBoxSide = 10; // A thinner box zooms one axis only.
const kWheelStep = 1.0015;
const kKeyZoom = 0.7;

export interface Zoom {
  readonly x: Domain | null; // null: all there is.
  readonly y: Domain | null;
}

export interface ChartActions {
  plot(): Plot | null;
  zoom(): Zoom;
  wheelZooms(): boolean; // Without a key held; else the wheel scrolls the page.
  setZoom(zoom: Zoom): void;
  setBox(box: Box | null): void;
  setPointer(x: number, y: number): void;
  leave(): void;
  moveCursor(points: number): void;
  cursorPixel(): number | null;
}

/** What a drag between two places asks for: a thin box zooms one axis only, and spans the other. */
export function boxBetween(plot: Plot, x0: number, y0: number, x1: number, y1: number): { box: Box; x: boolean; y: boolean } {
  const inX = (x: number): number => Math.max(plot.left, Math.min(plot.right, x));
  const inY = (y: number): number => Math.max(plot.top, Math.min(plot.bottom, y));
  const y = Math.abs(y1 - y0) >= kLeastBoxSide;
  const x = Math.abs(x1 - x0) >= kLeastBoxSide || !y;
  const box = {
    left: x ? inX(Math.min(x0, x1)) : plot.left,
    right: x ? inX(Math.max(x0, x1)) : plot.right,
    top: y ? inY(Math.min(y0, y1)) : plot.top,
    bottom: y ? inY(Math.max(y0, y1)) : plot.bottom,
  };
  return { box, x, y };
}

export function zoomBetween(plot: Plot, before: Zoom, x0: number, y0: number, x1: number, y1: number): Zoom {
  const { box, x, y } = boxBetween(plot, x0, y0, x1, y1);
  return {
    x: x ? [plot.x.value(box.left), plot.x.value(box.right)] : before.x,
    y: y ? [plot.y.value(box.bottom), plot.y.value(box.top)] : before.y,
  };
}

interface Drag {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly pan: boolean;
  readonly plot: Plot;
  readonly before: Zoom;
  moved: boolean;
}

function zoomAbout(actions: ChartActions, factor: number, px: number, py: number | null): void {
  const plot = actions.plot();
  if (plot === null) return;
  const before = actions.zoom();
  actions.setZoom({
    x: zoomed(plot.x, factor, px),
    y: before.y !== null && py !== null ? zoomed(plot.y, factor, py) : before.y,
  });
}

const isFinger = ({ pointerType }: PointerEvent): boolean => pointerType === 'touch';

/** Whether the key meant something to the chart. */
export function handleKey(event: KeyboardEvent, actions: ChartActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const plot = actions.plot();
  if (plot === null) return false;
  const centre = actions.cursorPixel() ?? (plot.left + plot.right) / 2;
  const about = Math.max(plot.left, Math.min(plot.right, centre));
  if (event.key === 'ArrowLeft') actions.moveCursor(event.shiftKey ? -10 : -1);
  else if (event.key === 'ArrowRight') actions.moveCursor(event.shiftKey ? 10 : 1);
  else if (event.key === '+' || event.key === '=') zoomAbout(actions, kKeyZoom, about, null);
  else if (event.key === '-' || event.key === '−') zoomAbout(actions, 1 / kKeyZoom, about, null);
  else if (event.key === '0') actions.setZoom({ x: null, y: null });
  else return false;
  return true;
}

/** Attaches to the element that holds the canvases; returns how to let go. */
export function attachInteraction(element: HTMLElement, actions: ChartActions): () => void {
  let drag: Drag | null = null;
  let origin = { left: 0, top: 0 };
  const place = (event: MouseEvent): readonly [number, number] => {
    if (drag === null) origin = element.getBoundingClientRect();
    return [event.clientX - origin.left, event.clientY - origin.top];
  };
  const inPlot = (plot: Plot, x: number, y: number): boolean =>
    x >= plot.left - 2 && x <= plot.right + 2 && y >= plot.top - 2 && y <= plot.bottom + plot.height;

  const onDown = (event: PointerEvent): void => {
    const plot = actions.plot();
    if (isFinger(event) || plot === null || drag !== null || (event.button !== 0 && event.button !== 1)) return;
    const [x, y] = place(event);
    if (!inPlot(plot, x, y)) return;
    const pan = event.shiftKey || event.button === 1;
    drag = { id: event.pointerId, x, y, pan, plot, before: actions.zoom(), moved: false };
    element.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault();
  };
  const onMove = (event: PointerEvent): void => {
    if (isFinger(event)) return;
    const [x, y] = place(event);
    if (drag === null) {
      const plot = actions.plot();
      if (plot !== null && inPlot(plot, x, y)) actions.setPointer(x, y);
      else actions.leave();
      return;
    }
    if (event.pointerId !== drag.id) return;
    if (!drag.moved && Math.hypot(x - drag.x, y - drag.y) < kLeastDrag) return;
    drag.moved = true;
    if (!drag.pan) {
      actions.setBox(boxBetween(drag.plot, drag.x, drag.y, x, y).box);
      return;
    }
    const { plot, before } = drag;
    actions.setZoom({
      x: panned(plot.x, x - drag.x),
      y: before.y === null && Math.abs(y - drag.y) < kLeastBoxSide ? null : panned(plot.y, y - drag.y),
    });
  };
  const onUp = (event: PointerEvent): void => {
    if (drag === null || event.pointerId !== drag.id) return;
    const ended = drag;
    const [x, y] = place(event);
    drag = null;
    element.releasePointerCapture(event.pointerId);
    actions.setBox(null);
    if (!ended.moved || ended.pan || event.type === 'pointercancel') return;
    actions.setZoom(zoomBetween(ended.plot, ended.before, ended.x, ended.y, x, y));
  };
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || drag === null) return;
    element.releasePointerCapture(drag.id);
    if (drag.pan) actions.setZoom(drag.before);
    drag = null;
    actions.setBox(null);
    event.stopPropagation();
  };
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.altKey && !event.metaKey && !actions.wheelZooms()) return;
    event.preventDefault();
    const [x, y] = place(event);
    zoomAbout(actions, kWheelStep ** Math.max(-400, Math.min(400, event.deltaY * (event.deltaMode === 1 ? 20 : 1))), x, y);
  };
  const onDouble = (): void => actions.setZoom({ x: null, y: null });
  const onLeave = (event: PointerEvent): void => {
    if (drag === null && !isFinger(event)) actions.leave();
  };
  const controller = new AbortController();
  const { signal } = controller;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('pointerleave', onLeave, { signal });
  element.addEventListener('dblclick', onDouble, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  document.addEventListener('keydown', onEscape, { signal, capture: true });
  return () => controller.abort();
}
