/** What keys do on a card that has the focus, or whose chart has. */

import { preferences } from '../../state/preferences.svelte';
import { view } from '../../state/view.svelte';
import { commonKey } from '../cards/card_keys';
import type { ScalarCardModel } from './scalar_card.svelte';

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, input, select, textarea, a, [role=slider]') !== null;
}

/** Whether the key meant something here. */
export function chartKeys(
  event: KeyboardEvent,
  model: ScalarCardModel,
  key: string,
  chartKey: () => boolean,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isControl(event.target)) return false;
  const { card } = model;
  if (event.key === 'Escape') {
    if (!model.isZoomed || model.full) return false; // It closes first.
    model.undoZoom();
    return true;
  }
  if (event.key === 'Backspace' && model.isZoomed) {
    model.undoZoom();
    return true;
  }
  if (event.key.startsWith('Arrow')) return chartKey();
  if (!preferences.singleKeys) return false;
  if (commonKey(event, key)) return true;
  switch (event.key) {
    case 't':
      card.table = !card.table;
      return true;
    case 'X':
      card.xScale = model.xScale === 'log' ? 'linear' : 'log';
      if (card.xScale === view.xScale) card.xScale = null;
      return true;
    case 'y':
      card.yScale = model.yScale === 'log' ? 'linear' : 'log';
      if (card.yScale === view.yScale) card.yScale = null;
      return true;
    default:
      return chartKey();
  }
}
