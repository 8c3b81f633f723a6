/** What need not wait until something is drawn: code and data come at the same time. */

import { readAddressBar } from '../state/address_bar.svelte';
import { live } from '../state/live.svelte';
import { preferences } from '../state/preferences.svelte';
import { theme } from '../state/theme.svelte';
import { currentPage } from './shell/pages';

export function begin(): void {
  readAddressBar();
  void live.start();
  currentPage()?.load().catch(() => undefined);
  theme.apply(preferences.theme);
}
