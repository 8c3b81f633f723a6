/** How wide the sidebar is, and whether there is room for it. */

import { preferences } from '../../state/preferences.svelte';

export const kNarrow = 1000; // Below: a rail.
export const kWide = 2200;
export const kLeastWidth = 240;
export const kMostWidth = 640;

class Layout {
  windowWidth = $state(typeof innerWidth === 'number' ? innerWidth : 1400);

  narrow: boolean = $derived(this.windowWidth < kNarrow);
  railed: boolean = $derived(this.narrow || preferences.sidebarFolded);
  sidebarWidth: number = $derived.by(() => {
    const usual = this.windowWidth >= kWide ? 360 : 312;
    const chosen = preferences.sidebarWidth === 0 ? usual : preferences.sidebarWidth;
    return Math.min(Math.max(kLeastWidth, chosen), kMostWidth, Math.max(kLeastWidth, this.windowWidth - 80));
  });
}

export const layout = new Layout();
