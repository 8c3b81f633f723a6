/** What keys do on a card that has the focus. */

import { preferences } from '../../state/preferences.svelte';
import { view } from '../../state/view.svelte';

/** What keys do on every card: Enter fills the window, P pins. Whether it was one of them. */
export function commonKey(event: KeyboardEvent, key: string): boolean {
  if (!preferences.singleKeys) return false;
  if (event.key === 'Enter') view.fullScreen = view.fullScreen === key ? null : key;
  else if (event.key === 'p') view.togglePin(key);
  else return false;
  return true;
}

/** A handler for a card that has no other keys. */
export function keysOfCard(key: string): (event: KeyboardEvent) => void {
  return (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plain || event.defaultPrevented || event.target !== event.currentTarget) return;
    if (commonKey(event, key)) event.preventDefault();
  };
}
