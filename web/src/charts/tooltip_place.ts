/** Where a tooltip goes: beside the cursor, inside the window, off the pill on the axis. */

import type { PointerPlace } from './line_chart/model';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const kGap = 14;
const kEdge = 4;
const kPillHeight = 22;

export function placeTooltip(
  place: PointerPlace,
  size: Size,
  window: Size,
  pillWidth: number,
): { left: number; top: number } {
  // Upwards until it ends above the pill, where the window has room for that.
  const top = Math.max(
    kEdge,
    Math.min(place.plotTop - 2, place.plotBottom - size.height, window.height - size.height - kEdge),
  );
  const overPill = top + size.height > place.plotBottom + 2 && top < place.plotBottom + kPillHeight;
  const gap = overPill ? Math.max(kGap, pillWidth / 2 + 6) : kGap;
  const right = place.x + gap;
  if (right + size.width <= window.width - kEdge) return { left: right, top };
  const left = place.x - gap - size.width;
  return { left: left >= kEdge ? left : Math.max(kEdge, window.width - size.width - kEdge), top };
}
