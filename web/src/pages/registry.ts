/**
 * The pages, in the order of their tabs. A new page is a folder with a
 * component and an entry here; its code is loaded when it is first opened.
 */

import type { Component } from 'svelte';

import type { Kind } from '../api/types';
import type { IconName } from '../widgets/icons';

export interface Page {
  readonly id: string; // In the address.
  readonly title: string;
  readonly kinds: readonly Kind[]; // It has something to show where one is in the log.
  readonly icon: IconName;
  readonly load: () => Promise<{ default: Component }>;
}

export const kPages: readonly Page[] = [
  {
    id: 'overview', title: 'Overview', kinds: ['scalar', 'image', 'histogram', 'text', 'audio'], icon: 'layers',
    load: () => import('./overview/OverviewPage.svelte'),
  },
  {
    id: 'scalars', title: 'Scalars', kinds: ['scalar'], icon: 'chart',
    load: () => import('./scalars/ScalarsPage.svelte'),
  },
  {
    id: 'images', title: 'Images', kinds: ['image'], icon: 'image',
    load: () => import('./images/ImagesPage.svelte'),
  },
  {
    id: 'histograms', title: 'Histograms', kinds: ['histogram'], icon: 'histogram',
    load: () => import('./histograms/HistogramsPage.svelte'),
  },
  {
    id: 'text', title: 'Text', kinds: ['text'], icon: 'text',
    load: () => import('./text/TextPage.svelte'),
  },
  {
    id: 'audio', title: 'Audio', kinds: ['audio'], icon: 'audio',
    load: () => import('./audio/AudioPage.svelte'),
  },
];

/** Null: no such page. */
export function pageOf(id: string): Page | null {
  return kPages.find((page) => page.id === id) ?? null;
}
