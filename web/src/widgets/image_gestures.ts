/** Wheel, fingers and keys on an image, as changes of its view. */

import { attachFingers, middleOf, spreadOf, type Spot } from '../charts/fingers';
import { kFitted, panBy, zoomAt, type ImageView, type Size } from './image_view';

export interface GestureTarget {
  readonly view: ImageView;
  readonly image: Size;
  readonly frame: Size;
}

const kWheelPower = 1.0015;
const kKeyZoom = 1.5;
const kKeyPan = 40;

/** The wheel zooms where it was asked for: else it scrolls the page, as everywhere. */
const wheelZooms = (event: WheelEvent, focused: boolean): boolean =>
  focused || event.ctrlKey || event.altKey || event.metaKey;

function afterWheel({ view, image, frame }: GestureTarget, event: WheelEvent): ImageView {
  const lines = event.deltaMode === 1 ? 16 : 1;
  const factor = kWheelPower ** (-event.deltaY * lines * (event.ctrlKey ? 2 : 1));
  return zoomAt(view, image, frame, factor, { x: event.offsetX, y: event.offsetY });
}

/** What two fingers hold stays below them; one moves. */
export function afterFingers({ view, image, frame }: GestureTarget, from: readonly Spot[], to: readonly Spot[]): ImageView {
  const [before, now] = [middleOf(from), middleOf(to)];
  const factor = from.length > 1 ? spreadOf(to) / Math.max(1, spreadOf(from)) : 1;
  const zoomed = factor === 1 ? view : zoomAt(view, image, frame, factor, before);
  return zoomed.scale === null ? zoomed : panBy(zoomed, image, frame, now.x - before.x, now.y - before.y);
}

/** Null where the key means nothing here. */
export function afterKey({ view, image, frame }: GestureTarget, key: string): ImageView | null {
  const middle = { x: frame.width / 2, y: frame.height / 2 };
  const pans: Record<string, readonly [number, number]> = {
    ArrowLeft: [kKeyPan, 0], ArrowRight: [-kKeyPan, 0], ArrowUp: [0, kKeyPan], ArrowDown: [0, -kKeyPan],
  };
  const pan = pans[key];
  if (pan !== undefined) return view.scale === null ? null : panBy(view, image, frame, pan[0], pan[1]);
  if (key === '+' || key === '=') return zoomAt(view, image, frame, kKeyZoom, middle);
  if (key === '-' || key === '−') return zoomAt(view, image, frame, 1 / kKeyZoom, middle);
  return key === '0' ? kFitted : null;
}

/** Returns how to let go, as the next does. */
export function attachWheel(node: HTMLElement, target: () => GestureTarget, onview: (view: ImageView) => void): () => void {
  const turn = (event: WheelEvent) => {
    if (!wheelZooms(event, document.activeElement === node)) return;
    event.preventDefault();
    onview(afterWheel(target(), event));
  };
  node.addEventListener('wheel', turn, { passive: false });
  return () => node.removeEventListener('wheel', turn);
}

export interface FingerTarget {
  target(): GestureTarget;
  wipes(): boolean; // One finger is not for moving.
  pinch(): void; // Two are down.
  onview(view: ImageView): void;
}

/** One finger moves what is zoomed; two zoom. */
export function attachImageFingers(node: HTMLElement, { target, wipes, pinch, onview }: FingerTarget): () => void {
  let begun: GestureTarget | null = null;
  return attachFingers(node, {
    begin(fingers) {
      const now = target();
      const moves = fingers > 1 || (now.view.scale !== null && !wipes());
      begun = moves ? now : null;
      if (fingers > 1) pinch();
    },
    move(from, to) {
      if (begun !== null) onview(afterFingers(begun, from, to));
    },
  });
}
