/** Holds the view and the address bar together. Navigation is pushed by
 * view.navigate(); every other change replaces the entry, at once but for those
 * that follow quickly: browsers allow only so many a second. */

import { formatAddress, parseAddress } from './address';
import { view } from './view.svelte';

const kLeastMillis = 120; // Between two.
const kPendingKey = 'stepline.address';

/** A change that a reload came before: a page that is left, or has just been told
 * to leave, cannot change the address that it is loaded from again. */
interface Pending {
  readonly instead: readonly string[]; // The address at that time, and the one before.
  readonly link: string;
}

function keepPending(pending: Pending): void {
  try {
    sessionStorage.setItem(kPendingKey, JSON.stringify(pending));
  } catch {
    // Then the last change is lost.
  }
}

function takePending(): Partial<Pending> {
  try {
    const text = sessionStorage.getItem(kPendingKey);
    sessionStorage.removeItem(kPendingKey);
    return text === null ? {} : (JSON.parse(text) as Partial<Pending>);
  } catch {
    return {};
  }
}

function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'reload';
}

/** Reads the address now; call once, before anything is shown. */
export function readAddressBar(): void {
  const { instead, link } = takePending();
  const pending = isReload() && instead?.includes(location.hash) === true && typeof link === 'string';
  view.restore(parseAddress(pending ? link : location.hash));
}

/** Inside a component: keeps both the same until it is destroyed. */
export function followAddressBar(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writtenAt = -Infinity;
  let before = location.hash;
  let link = '';
  const isWritten = (): boolean => link.replace(/^#$/, '') === location.hash;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (isWritten()) return;
    writtenAt = performance.now();
    before = location.hash;
    history.replaceState(null, '', link);
  };
  const leave = (): void => {
    keepPending({ instead: [before, location.hash], link });
    write();
  };
  $effect(() => {
    link = formatAddress(view.address());
    clearTimeout(timer);
    const wait = writtenAt + kLeastMillis - performance.now();
    if (wait <= 0) write();
    else timer = setTimeout(write, wait);
  });
  $effect(() => {
    const read = (): void => {
      clearTimeout(timer);
      view.restore(parseAddress(location.hash));
    };
    window.addEventListener('popstate', read);
    window.addEventListener('pagehide', leave);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('popstate', read);
      window.removeEventListener('pagehide', leave);
    };
  });
}
