/** What keys do on a card that has the focus. */

import { preferences } from '../../state/preferences.svelte';
import { view } from '../../state/view.svelte';

/** A handler for the card of that key: Enter fills the window, P pins. */
export function keysOfCard(key: string): (event: KeyboardEvent) => void {
  return (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plain || event.defaultPrevented || event.target !== event.currentTarget || !preferences.singleKeys) return;
    if (event.key === 'Enter') view.fullScreen = view.fullScreen === key ? null : key;
    else if (event.key === 'p') view.togglePin(key);
    else return;
    event.preventDefault();
  };
}
