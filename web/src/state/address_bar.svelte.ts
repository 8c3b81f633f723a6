/** Holds the view and the address bar together. Navigation is pushed by
 * view.navigate(); every other change replaces the entry, at once but for those
 * that follow quickly: browsers allow only so many a second. */

import { formatAddress, parseAddress } from './address';
import { view } from './view.svelte';

const kLeastMillis = 120; // Between two.

/** Reads the address now; call once, before anything is shown. */
export function readAddressBar(): void {
  view.restore(parseAddress(location.hash));
}

/** Inside a component: keeps both the same until it is destroyed. */
export function followAddressBar(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writtenAt = -Infinity;
  let link = '';
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (link.replace(/^#$/, '') === location.hash) return;
    writtenAt = performance.now();
    history.replaceState(null, '', link);
  };
  $effect(() => {
    link = formatAddress(view.address());
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, writtenAt + kLeastMillis - performance.now()));
  });
  $effect(() => {
    const read = (): void => {
      clearTimeout(timer);
      view.restore(parseAddress(location.hash));
    };
    window.addEventListener('popstate', read);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('popstate', read);
      window.removeEventListener('pagehide', write);
    };
  });
}
