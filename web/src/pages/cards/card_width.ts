/** The least width and the usual height of a card: as preferred, or as the window's width has it. */

import { preferences } from '../../state/preferences.svelte';

/** `windowWidth` only says when to look again. */
export function leastCardWidth(windowWidth: number): number {
  if (preferences.cardWidth > 0 || windowWidth === 0) return preferences.cardWidth || 340;
  const style = getComputedStyle(document.documentElement);
  return Number.parseFloat(style.getPropertyValue('--w-card-min')) || 340;
}

/** `windowWidth` only says when to look again. */
export function cardHeight(windowWidth: number): number {
  void preferences.density;
  if (windowWidth === 0) return 214;
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--h-card')) || 214;
}
