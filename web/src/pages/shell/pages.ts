/** Which page is open: the one in the address, else the first with data. */

import { catalog } from '../../state/catalog.svelte';
import { view } from '../../state/view.svelte';
import { kPages, pageOf, type Page } from '../registry';

const kUsual = 'scalars';

/** Null: the address names a page that does not exist. */
export function currentPage(): Page | null {
  if (view.page !== '') return pageOf(view.page);
  const has = (page: Page): boolean => page.kinds.some((kind) => catalog.tags(kind).length > 0);
  const usual = pageOf(kUsual);
  if (usual !== null && (has(usual) || !catalog.loaded)) return usual;
  return kPages.find((page) => page.id !== 'overview' && has(page)) ?? usual;
}
