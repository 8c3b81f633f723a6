/** The preferences that change what a view shows: a link tells them, too. The
 * reader's own hold where a link is silent. */

import type { PreferenceValues } from './preferences.svelte';

export type LinkedPreferences = Pick<
  PreferenceValues,
  | 'rawBehind' | 'branches' | 'ignoreOutliers' | 'sameZoom' | 'band' | 'colourBy' | 'colourPattern'
  | 'metricTag' | 'metricStatistic'
>;

const kSwitches = { raw: 'rawBehind', branches: 'branches', ignoreoutliers: 'ignoreOutliers', samezoom: 'sameZoom' } as const;
const kBands = ['deviation', 'range', 'quantiles', 'error'] as const;
const kStatistics = ['last', 'min', 'max'] as const;
const kRegex = 'regex:';

export const kLinkedNames: readonly (keyof LinkedPreferences)[] = [
  ...Object.values(kSwitches), 'band', 'colourBy', 'colourPattern', 'metricTag', 'metricStatistic',
];

export function writeLinked(linked: Partial<LinkedPreferences>, text: URLSearchParams): void {
  for (const [key, name] of Object.entries(kSwitches)) {
    const on = linked[name];
    if (on !== undefined) text.set(key, on ? 'yes' : 'no');
  }
  if (linked.band !== undefined) text.set('band', linked.band);
  const { colourBy, colourPattern = '' } = linked;
  if (colourBy !== undefined) text.set('colourby', colourBy === 'regex' ? kRegex + colourPattern : colourBy);
  if (linked.metricTag !== undefined) text.set('column', linked.metricTag);
  if (linked.metricStatistic !== undefined) text.set('statistic', linked.metricStatistic);
}

/** Anything that is not understood is left to the reader's preferences. */
export function readLinked(text: URLSearchParams): Partial<LinkedPreferences> {
  const linked: Partial<LinkedPreferences> = {};
  for (const [key, name] of Object.entries(kSwitches)) {
    const said = text.get(key);
    if (said === 'yes' || said === 'no') linked[name] = said === 'yes';
  }
  const band = kBands.find((one) => one === text.get('band'));
  if (band !== undefined) linked.band = band;
  const colours = text.get('colourby');
  if (colours === 'run' || colours === 'directory') linked.colourBy = colours;
  if (colours?.startsWith(kRegex) === true) {
    linked.colourBy = 'regex';
    linked.colourPattern = colours.slice(kRegex.length);
  }
  const column = text.get('column');
  if (column !== null && column !== '') linked.metricTag = column;
  const statistic = kStatistics.find((one) => one === text.get('statistic'));
  if (statistic !== undefined) linked.metricStatistic = statistic;
  return linked;
}
