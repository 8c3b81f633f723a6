/** Wheel, drag and keys on an image, as changes of its view. */

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
export const wheelZooms = (event: WheelEvent, focused: boolean): boolean =>
  focused || event.ctrlKey || event.altKey || event.metaKey;

export function afterWheel({ view, image, frame }: GestureTarget, event: WheelEvent): ImageView {
  const lines = event.deltaMode === 1 ? 16 : 1;
  const factor = kWheelPower ** (-event.deltaY * lines * (event.ctrlKey ? 2 : 1));
  return zoomAt(view, image, frame, factor, { x: event.offsetX, y: event.offsetY });
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
