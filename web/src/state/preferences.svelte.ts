/** What one person likes, kept in this browser. A link may say otherwise
 * (linked_preferences.ts): that holds while one looks at it, and is not kept. */

import { kLinkedNames, type LinkedPreferences } from './linked_preferences';
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
  #own = $state<PreferenceValues>(sanePreferences(load(kKey)));
  #linked = $state.raw<Partial<PreferenceValues>>({});

  /** What holds, as fields. What is set is one's own from then on. */
  readonly values: PreferenceValues = this.#fields();

  get linked(): Partial<LinkedPreferences> {
    const result: Record<string, unknown> = {};
    for (const name of kLinkedNames) {
      const value = this.values[name];
      if (value !== kDefaults[name] || value !== this.#own[name]) result[name] = value;
    }
    if (result['colourBy'] === 'regex') result['colourPattern'] = this.values.colourPattern;
    else delete result['colourPattern'];
    return result as Partial<LinkedPreferences>;
  }
  set linked(linked: Partial<LinkedPreferences>) {
    this.#linked = linked;
  }

  reset(): void {
    this.#linked = {};
    Object.assign(this.#own, kDefaults);
  }

  /** Inside an effect: writes down every change. */
  keep(): void {
    save(kKey, $state.snapshot(this.#own));
  }

  #fields(): PreferenceValues {
    const fields = {};
    for (const name of Object.keys(kDefaults) as (keyof PreferenceValues)[]) {
      Object.defineProperty(fields, name, {
        enumerable: true,
        get: () => this.#linked[name] ?? this.#own[name],
        set: (value: never) => this.#set(name, value),
      });
    }
    return fields as PreferenceValues;
  }

  #set<Name extends keyof PreferenceValues>(name: Name, value: PreferenceValues[Name]): void {
    this.#own[name] = value;
    if (!(name in this.#linked)) return;
    const { [name]: _own, ...others } = this.#linked;
    this.#linked = others as Partial<PreferenceValues>;
  }
}

const store = new Preferences();

/** Each preference is a reactive field: `preferences.rawBehind = false`. */
export const preferences: PreferenceValues = store.values;
export const resetPreferences = (): void => store.reset();
export const keepPreferences = (): void => store.keep();

/** Those a link has to tell: they are not as by default. */
export const linkedPreferences = (): Partial<LinkedPreferences> => store.linked;
/** What a link told. */
export const followLink = (linked: Partial<LinkedPreferences>): void => {
  store.linked = linked;
};
