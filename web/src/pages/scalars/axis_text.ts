/** Places on the x axis, in words. */

import { formatDuration, formatInteger, formatTicks } from '../../base/numbers';
import { formatClock, formatDate, formatMoment } from '../../base/times';
import type { XKind } from '../../charts/line_chart/model';
import type { Interval, ViewAxis } from '../../state/view.svelte';

export function xKindOf(axis: ViewAxis): XKind {
  return axis === 'relative' ? 'duration' : axis === 'wall' ? 'time' : 'number';
}

/** On the pill below the cursor. */
export function formatPlace(axis: ViewAxis, x: number): string {
  if (axis === 'relative') return formatDuration(x);
  if (axis === 'wall') return formatClock(x);
  return formatInteger(Math.round(x));
}

/** In a tooltip's head. */
export function placeTitle(axis: ViewAxis, x: number): string {
  if (axis === 'relative') return formatDuration(x);
  if (axis === 'wall') return `${formatDate(x)} ${formatClock(x)}`;
  return `${axis === 'step' ? 'Step' : 'Relative step'} ${formatInteger(Math.round(x))}`;
}

/** On the chip of a zoomed card. */
export function windowLabel(axis: ViewAxis, { from, to }: Interval): string {
  if (axis === 'relative') return `${formatDuration(from)} – ${formatDuration(to)}`;
  if (axis === 'wall') return `${formatMoment(from, to)} – ${formatMoment(to, to)}`;
  const [a = '', b = ''] = formatTicks(roundedEnds(from, to));
  return `Steps ${a}–${b}`;
}

/** Ends of a window, no finer than a reader needs. */
function roundedEnds(from: number, to: number): [number, number] {
  const unit = Math.max(1, 10 ** (Math.floor(Math.log10(Math.max(to - from, 1))) - 1));
  return [Math.round(from / unit) * unit, Math.round(to / unit) * unit];
}
