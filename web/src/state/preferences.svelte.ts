/** What one person likes, kept in this browser; what a link must reproduce is
 * in `view` and `selection` instead. */

import { load, save } from './storage';
import type { ThemeChoice } from './theme.svelte';

const kKey = 'stepline.preferences';

export interface PreferenceValues {
  theme: ThemeChoice;
  density: 'normal' | 'compact';
  cardWidth: number; // 0: by the window's width.
  rawBehind: boolean;
  branches: boolean;
  ignoreOutliers: boolean;
  sameCursor: boolean;
  sameZoom: boolean;
  tooltipOrder: 'nearest' | 'name' | 'ascending' | 'descending';
  tooltipRows: number;
  colourBy: 'run' | 'directory' | 'regex';
  colourPattern: string;
  showNewRuns: boolean;
  band: 'deviation' | 'range' | 'quantiles' | 'error';
  singleKeys: boolean;
  sidebarWidth: number; // 0: by the window's width.
  sidebarFolded: boolean;
  detailsFolded: boolean;
  metricTag: string;
  metricStatistic: 'last' | 'min' | 'max';
  foldedGroups: readonly string[]; // Of cards, as page:prefix.
}

export const kDefaults: Readonly<PreferenceValues> = {
  theme: 'system',
  density: 'normal',
  cardWidth: 0,
  rawBehind: true,
  branches: true,
  ignoreOutliers: true,
  sameCursor: true,
  sameZoom: false,
  tooltipOrder: 'nearest',
  tooltipRows: 8,
  colourBy: 'run',
  colourPattern: '(train|val|test)',
  showNewRuns: true,
  band: 'deviation',
  singleKeys: true,
  sidebarWidth: 0,
  sidebarFolded: false,
  detailsFolded: false,
  metricTag: '',
  metricStatistic: 'last',
  foldedGroups: [],
};

/** Only what has a default's type comes back: storage may hold anything. */
export function sanePreferences(stored: unknown): PreferenceValues {
  const values: Record<string, unknown> = { ...kDefaults };
  if (stored !== null && typeof stored === 'object') {
    for (const [name, value] of Object.entries(stored)) {
      const known = (kDefaults as unknown as Record<string, unknown>)[name];
      if (known === undefined || typeof known !== typeof value) continue;
      if (Array.isArray(known) !== Array.isArray(value)) continue;
      values[name] = value;
    }
  }
  return values as unknown as PreferenceValues;
}

class Preferences {
  #values = $state<PreferenceValues>(sanePreferences(load(kKey)));

  get values(): PreferenceValues {
    return this.#values;
  }

  reset(): void {
    Object.assign(this.#values, kDefaults);
  }

  /** Inside an effect: writes down every change. */
  keep(): void {
    save(kKey, $state.snapshot(this.#values));
  }
}

const store = new Preferences();

/** Each preference is a reactive field: `preferences.rawBehind = false`. */
export const preferences: PreferenceValues = store.values;
export const resetPreferences = (): void => store.reset();
export const keepPreferences = (): void => store.keep();
