import { beforeEach, describe, expect, test, vi } from 'vitest';

import { client } from '../../src/api/client';
import type { Run } from '../../src/api/types';
import { catalog } from '../../src/state/catalog.svelte';
import { preferences, resetPreferences } from '../../src/state/preferences.svelte';
import { selection } from '../../src/state/selection.svelte';
import { theme } from '../../src/state/theme.svelte';

const kSeries = Array.from({ length: 20 }, (_, i) => `#0000${String(i + 10)}`);

function run(id: number, name: string, start = id): Run {
  return { id, name, start, last: start, first_step: 0, last_step: 0, series: 1, points: 1, damaged: 0 };
}

async function serve(runs: Run[], loaded = true): Promise<void> {
  const progress = { bytes_done: 0, bytes_total: 0, files_done: 0, files_total: 0, loaded, runs: 0, series: 0, points: 0, damaged_records: 0 };
  vi.spyOn(client, 'info').mockResolvedValue({ version: '', title: '', roots: [], instance: 'i', started: 0, progress });
  vi.spyOn(client, 'runs').mockResolvedValue({ cursor: '1', runs });
  vi.spyOn(client, 'tags').mockResolvedValue([]);
  catalog.known = false;
  await catalog.load();
}

const shownNames = (): (string | undefined)[] => selection.shown.map((id) => catalog.nameOf(id));

beforeEach(async () => {
  resetPreferences();
  theme.palette = { series: kSeries, muted: '#888888', text1: '#000000' };
  selection.rules = new Map();
  selection.pinnedNames = [];
  selection.baselineName = null;
  selection.highlighted = null;
  selection.slots = new Map();
  selection.narrowed = null;
  await serve([run(0, 'd/10'), run(1, 'd/2'), run(2, 'a'), run(3, 'e/1')]);
});

describe('what is shown', () => {
  test('is everything at first, in natural order', () => expect(shownNames()).toEqual(['a', 'd/2', 'd/10', 'e/1']));

  test('is only what a filter leaves of what is chosen', () => {
    selection.setShown(1, false);
    selection.narrowed = new Set([1, 3]);
    expect(shownNames()).toEqual(['e/1']);
    expect(selection.isShown(0)).toBe(false);
    expect(selection.isChosen(0)).toBe(true);
    selection.toggle(0);
    selection.narrowed = null;
    expect(shownNames()).toEqual(['a', 'e/1']);
  });

  test('can be a run, a directory, all, none, only some', () => {
    selection.toggle(2);
    expect(shownNames()).toEqual(['d/2', 'd/10', 'e/1']);
    selection.setDirectory('d/', false);
    expect(shownNames()).toEqual(['e/1']);
    selection.all();
    expect(selection.shown).toHaveLength(4);
    selection.only(['d/2']);
    expect(shownNames()).toEqual(['d/2']);
    selection.none();
    expect(selection.shown).toEqual([]);
  });

  test('survives a server that numbers its runs anew', async () => {
    selection.only(['d/10', 'a']);
    await serve([run(70, 'a'), run(71, 'd/2'), run(72, 'd/10'), run(73, 'e/1')]);
    expect(shownNames()).toEqual(['a', 'd/10']);
    expect(selection.isShown(71)).toBe(false);
  });

  test('is the same array while the same runs are shown', () => {
    const before = selection.shown;
    catalog.apply({ type: 'changes', cursor: '2', runs_changed: [{ ...run(2, 'a'), last_step: 9 }] });
    expect(selection.shown).toBe(before);
    expect(catalog.run(2)?.last_step).toBe(9);
  });
});

describe('new runs', () => {
  const arrive = (...runs: Run[]): void => {
    const added = catalog.apply({ type: 'changes', cursor: '2', runs_added: runs });
    selection.welcome(added, false);
  };

  test('are shown at once', () => {
    arrive(run(9, 'd/3'));
    expect(shownNames()).toContain('d/3');
  });

  test('are not shown by who does not like that', () => {
    preferences.showNewRuns = false;
    arrive(run(9, 'd/3'));
    expect(shownNames()).not.toContain('d/3');
  });

  test('are not shown beside one that was chosen alone', () => {
    selection.only(['a']);
    arrive(run(9, 'd/3'));
    expect(shownNames()).toEqual(['a']);
  });

  test('are not shown where there are more than 500', async () => {
    await serve(Array.from({ length: 500 }, (_, i) => run(i, `r${i}`)));
    arrive(run(900, 'r900'));
    expect(selection.shown).toHaveLength(500);
  });

  test('do not come twice', () => {
    arrive(run(9, 'd/3'));
    arrive(run(9, 'd/3'));
    expect(catalog.runs.filter((one) => one.name === 'd/3')).toHaveLength(1);
  });
});

describe('colours', () => {
  test('follow the start', () => expect([0, 1, 2, 3].map((id) => selection.slotOf(id))).toEqual([0, 1, 2, 3]));

  test('are of the present theme', () => expect(selection.colorOf(3)).toBe(kSeries[3]));

  test('can be those of directories, or of groups in names', () => {
    preferences.colourBy = 'directory';
    expect(selection.slotOf(0)).toBe(selection.slotOf(1));
    expect(selection.slotOf(0)).not.toBe(selection.slotOf(2));
    preferences.colourBy = 'regex';
    preferences.colourPattern = '/(1|2)';
    expect(selection.slotOf(0)).toBe(selection.slotOf(3));
    expect(selection.slotOf(2)).toBe(-1);
    expect(selection.colorOf(2)).toBe('#888888');
  });

  test('can be chosen, spread, and taken back', () => {
    selection.setSlot(2, 17);
    expect(selection.slotOf(2)).toBe(17);
    selection.only(['d/10', 'e/1']);
    selection.spreadColours();
    expect([selection.slotOf(0), selection.slotOf(3), selection.slotOf(2)]).toEqual([0, 1, 2]);
    selection.resetColours();
    expect(selection.slotOf(3)).toBe(3);
  });

  test('of a cloud are grey, but for runs that stand out', async () => {
    await serve(Array.from({ length: 41 }, (_, i) => run(i, `r${i}`)));
    expect(selection.cloud).toBe(true);
    expect(selection.colorOf(5)).toBe('#888888');
    selection.togglePin(5);
    selection.highlighted = 6;
    selection.baseline = 7;
    expect([5, 6, 7].map((id) => selection.colorOf(id))).toEqual([kSeries[5], kSeries[6], kSeries[7]]);
    selection.toggle(0);
    expect(selection.cloud).toBe(false);
    expect(selection.colorOf(9)).toBe(kSeries[9]);
  });
});
