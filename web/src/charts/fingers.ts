/** Fingers on an element: where they are, and where they were when the gesture began. A gesture
 * begins anew when a finger comes or goes. Mouse and pen are no fingers. */

export interface Spot {
  readonly x: number; // From the element's upper left corner.
  readonly y: number;
}

export interface FingerActions {
  press?(spot: Spot): void; // The first finger.
  begin(fingers: number): void; // Before the first move of a gesture.
  move(from: readonly Spot[], to: readonly Spot[]): void; // One finger, or two.
  cancel?(): void; // The page took the gesture: it scrolls.
  elsewhere?(): void; // A finger beside the element.
}

const kMost = 2;

/** Returns how to let go. The page keeps what `touch-action` leaves it, but not two fingers. */
export function attachFingers(element: HTMLElement, actions: FingerActions): () => void {
  const fingers = new Map<number, Spot>();
  let from: readonly Spot[] | null = null;
  const spotOf = (event: PointerEvent): Spot => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const onDown = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch' || fingers.size === kMost) return;
    fingers.set(event.pointerId, spotOf(event));
    from = null;
    if (fingers.size === 1) actions.press?.(spotOf(event));
  };
  const onMove = (event: PointerEvent): void => {
    if (!fingers.has(event.pointerId)) return;
    if (from === null) {
      from = [...fingers.values()];
      actions.begin(fingers.size);
    }
    fingers.set(event.pointerId, spotOf(event));
    actions.move(from, [...fingers.values()]);
  };
  const onUp = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    from = null;
    if (event.type === 'pointercancel') actions.cancel?.();
  };
  const onTouch = (event: TouchEvent): void => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  };
  const onElsewhere = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' && !event.composedPath().includes(element)) actions.elsewhere?.();
  };

  const controller = new AbortController();
  const { signal } = controller;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('touchmove', onTouch, { signal, passive: false });
  document.addEventListener('pointerdown', onElsewhere, { signal, capture: true });
  return () => controller.abort();
}

export const middleOf = (spots: readonly Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
});

/** How far apart two fingers are. */
export const spreadOf = ([a, b]: readonly Spot[]): number =>
  a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
