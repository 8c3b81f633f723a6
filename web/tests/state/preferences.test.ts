import { beforeEach, describe, expect, test } from 'vitest';

import {
  followLink, kDefaults, keepPreferences, linkedPreferences, preferences, resetPreferences, sanePreferences,
} from '../../src/state/preferences.svelte';
import { load } from '../../src/state/storage';

function kept(): unknown {
  keepPreferences();
  return load('stepline.preferences');
}

test('what was stored comes back', () => {
  expect(sanePreferences({ theme: 'dark', tooltipRows: 12, rawBehind: false })).toEqual({
    ...kDefaults, theme: 'dark', tooltipRows: 12, rawBehind: false,
  });
});

test('what is of another type, or unknown, does not', () => {
  for (const stored of [null, 7, 'x', [], { theme: 3, tooltipRows: '12', foldedGroups: {}, singleKeys: null, evil: true }]) {
    expect(sanePreferences(stored)).toEqual(kDefaults);
  }
});

describe('a link', () => {
  beforeEach(() => {
    resetPreferences();
    followLink({});
  });

  test('tells what is not as by default', () => {
    expect(linkedPreferences()).toEqual({});
    preferences.sameZoom = true;
    preferences.theme = 'dark';
    preferences.colourPattern = '(a|b)';
    expect(linkedPreferences()).toEqual({ sameZoom: true });
    preferences.colourBy = 'regex';
    expect(linkedPreferences()).toEqual({ sameZoom: true, colourBy: 'regex', colourPattern: '(a|b)' });
  });

  test('holds instead of one\'s own, which are kept', () => {
    preferences.band = 'range';
    followLink({ band: 'error', branches: false });
    expect([preferences.band, preferences.branches]).toEqual(['error', false]);
    expect(kept()).toMatchObject({ band: 'range', branches: true });
    followLink({});
    expect([preferences.band, preferences.branches]).toEqual(['range', true]);
  });

  test('no longer holds for what is changed', () => {
    followLink({ band: 'error', branches: false });
    preferences.band = 'quantiles';
    expect([preferences.band, preferences.branches]).toEqual(['quantiles', false]);
    expect(kept()).toMatchObject({ band: 'quantiles', branches: true });
  });

  test('goes on telling what it says against one\'s own', () => {
    preferences.sameZoom = true;
    followLink({ sameZoom: false });
    expect(linkedPreferences()).toEqual({ sameZoom: false });
  });
});
