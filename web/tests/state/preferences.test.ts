import { expect, test } from 'vitest';

import { kDefaults, sanePreferences } from '../../src/state/preferences.svelte';

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
