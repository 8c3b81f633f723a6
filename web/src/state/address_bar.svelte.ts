/** Holds the view and the address bar together. Navigation is pushed by
 * view.navigate(); every other change replaces the entry, a moment later, as
 * browsers allow only so many changes a second. */

import { formatAddress, parseAddress } from './address';
import { view } from './view.svelte';

const kDelayMillis = 250;

/** Reads the address now; call once, before anything is shown. */
export function readAddressBar(): void {
  view.restore(parseAddress(location.hash));
}

/** Inside a component: keeps both the same until it is destroyed. */
export function followAddressBar(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (link: string): void => {
    timer = undefined;
    if (link !== location.hash) history.replaceState(null, '', link);
  };
  $effect(() => {
    const link = formatAddress(view.address());
    clearTimeout(timer);
    timer = setTimeout(() => write(link), kDelayMillis);
  });
  $effect(() => {
    const read = (): void => {
      clearTimeout(timer);
      view.restore(parseAddress(location.hash));
    };
    window.addEventListener('popstate', read);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('popstate', read);
    };
  });
}
