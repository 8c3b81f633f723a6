/** Folding the sidebar: for good where there is room for it, else it is laid
 * over the page. */

import { preferences } from '../../state/preferences.svelte';
import { layout } from './layout.svelte';
import { ui } from './ui.svelte';

export function toggleSidebar(): void {
  if (layout.narrow) {
    ui.overlay = !ui.overlay;
  } else {
    ui.overlay = false;
    preferences.sidebarFolded = !preferences.sidebarFolded;
  }
}
