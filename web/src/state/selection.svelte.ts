/** Which runs are shown and how: rules by name, so that they survive a restart
 * of the server, which numbers its runs anew. */

import { untrack } from 'svelte';

import type { Run, RunId } from '../api/types';
import { slotOfNumber } from '../base/color';
import { compilePattern, groupKey, numberGroups } from '../base/color_groups';
import { ruledShown, rulesFor, shownBy, withRule, withRules, type RunRules } from '../base/run_rules';
import { catalog } from './catalog.svelte';
import { preferences } from './preferences.svelte';
import { runMemory } from './run_memory.svelte';
import { theme } from './theme.svelte';

const kCloudAbove = 40;
const kMostNewRuns = 500;
const kRestMillis = 50;

class Selection {
  rules = $state.raw<RunRules>(new Map());
  pinnedNames = $state.raw<readonly string[]>([]);
  baselineName = $state<string | null>(null);
  focusedName = $state<string | null>(null);
  /** The run under the pointer, wherever it is shown. */
  highlighted = $state<RunId | null>(null);
  /** Colours chosen by hand, as slots. */
  slots = $state.raw<ReadonlyMap<string, number>>(new Map());
  /** Those that pass the list's filters; null while there are none. */
  narrowed = $state.raw<ReadonlySet<RunId> | null>(null);

  /** All but those hidden for good, in natural order. Their names and numbers
   * hold; for what changes while they are written, ask catalog.run(). */
  listed: readonly Run[] = $derived.by(() => {
    void catalog.generation;
    const runs = untrack(() => catalog.runs);
    const hidden = runMemory.hidden;
    return hidden.size === 0 ? runs : runs.filter((run) => !hidden.has(run.name));
  });
  #shownList = $derived.by(() => {
    const shown = shownBy(this.rules);
    const narrowed = this.narrowed;
    const ids = this.listed.filter((run) => shown(run.name)).map((run) => run.id);
    return narrowed === null ? ids : ids.filter((id) => narrowed.has(id));
  });
  #last: readonly RunId[] = [];
  /** Chosen and not filtered out, in display order; the same array as long as the same runs are shown. */
  shown: readonly RunId[] = $derived.by(() => {
    const now = this.#shownList;
    const same = now.length === this.#last.length && now.every((id, i) => id === this.#last[i]);
    if (!same) this.#last = now;
    return this.#last;
  });
  #shownSet = $derived(new Set(this.shown));

  pinned: readonly RunId[] = $derived(
    this.pinnedNames.map((name) => catalog.runNamed(name)?.id).filter((id) => id !== undefined),
  );
  #pinnedSet = $derived(new Set(this.pinnedNames));

  cloud: boolean = $derived(this.shown.length > kCloudAbove);

  #pattern = $derived(compilePattern(preferences.colourPattern));
  #groups = $derived.by(() => {
    void catalog.generation;
    if (preferences.colourBy === 'run') return null;
    const names = untrack(() => catalog.runs).map((run) => run.name);
    return numberGroups(names, (name) => catalog.numberOf(name), preferences.colourBy, this.#pattern);
  });

  get baseline(): RunId | null {
    return this.#idOf(this.baselineName);
  }
  set baseline(id: RunId | null) {
    this.baselineName = this.#nameOf(id);
  }

  get focused(): RunId | null {
    return this.#idOf(this.focusedName);
  }
  set focused(id: RunId | null) {
    this.focusedName = this.#nameOf(id);
  }

  isShown(id: RunId): boolean {
    return this.#shownSet.has(id);
  }

  /** Whether it would be shown without a filter. */
  isChosen(id: RunId): boolean {
    const name = this.#nameOf(id);
    return name !== null && ruledShown(this.rules, name);
  }

  isPinned(id: RunId): boolean {
    return this.#pinnedSet.has(this.#nameOf(id) ?? '');
  }

  /** 0 to 19, or −1 for a run of no group. */
  slotOf(id: RunId): number {
    const name = this.#nameOf(id);
    if (name === null) return -1;
    const chosen = this.slots.get(name);
    if (chosen !== undefined) return chosen;
    if (this.#groups === null) return slotOfNumber(catalog.numberOf(name));
    const key = groupKey(name, preferences.colourBy, this.#pattern);
    return key === null ? -1 : slotOfNumber(this.#groups.get(key) ?? 0);
  }

  /** As drawn in the present theme: in a cloud only some keep their colour. */
  colorOf(id: RunId): string {
    if (this.cloud && this.isShown(id) && !this.standsOut(id)) return theme.palette.muted;
    return this.ownColorOf(id);
  }

  ownColorOf(id: RunId): string {
    return theme.palette.series[this.slotOf(id)] ?? theme.palette.muted;
  }

  /** Whether a run is drawn for itself within a cloud. */
  standsOut(id: RunId): boolean {
    return this.isPinned(id) || id === this.highlighted || id === this.baseline;
  }

  #soon: ReturnType<typeof setTimeout> | undefined;

  /** Highlights a run, or none, once the pointer rests: rows that pass below
   * it while a list is scrolled are not meant. */
  highlightSoon(id: RunId | null): void {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => (this.highlighted = id), kRestMillis);
  }

  setShown(id: RunId, shown: boolean): void {
    const name = this.#nameOf(id);
    if (name !== null) this.rules = withRule(this.rules, name, shown);
  }

  toggle(id: RunId): void {
    this.setShown(id, !this.isChosen(id));
  }

  /** Everything below a directory, whose name ends with `/`. */
  setDirectory(directory: string, shown: boolean): void {
    this.rules = withRule(this.rules, directory, shown);
  }

  setMany(names: Iterable<string>, shown: boolean): void {
    this.rules = withRules(this.rules, names, shown);
    this.#tidy();
  }

  all(): void {
    this.rules = new Map();
  }

  none(): void {
    this.rules = new Map([['', false]]);
  }

  only(names: readonly string[]): void {
    this.rules = rulesFor(this.listed.map((run) => run.name), new Set(names));
    if (names.length === 1) this.rules = new Map([['', false], [names[0] ?? '', true]]);
  }

  togglePin(id: RunId): void {
    const name = this.#nameOf(id);
    if (name === null) return;
    this.pinnedNames = this.#pinnedSet.has(name)
      ? this.pinnedNames.filter((other) => other !== name)
      : [...this.pinnedNames, name];
  }

  setSlot(id: RunId, slot: number | null): void {
    const name = this.#nameOf(id);
    if (name === null) return;
    const slots = new Map(this.slots);
    if (slot === null) slots.delete(name);
    else slots.set(name, slot);
    this.slots = slots;
  }

  /** Hands the colours out anew among the runs that are shown. */
  spreadColours(): void {
    const names = this.shown.map((id) => this.#nameOf(id) ?? '');
    this.slots = new Map(names.map((name, i) => [name, slotOfNumber(i)]));
  }

  resetColours(): void {
    this.slots = new Map();
  }

  /** New runs are shown as the rules say, unless that is not wanted or there
   * are too many already. */
  welcome(added: readonly Run[], loading: boolean): void {
    if (loading || added.length === 0) return;
    if (preferences.showNewRuns && catalog.runs.length <= kMostNewRuns) return;
    this.rules = withRules(this.rules, added.map((run) => run.name), false);
    this.#tidy();
  }

  #tidy(): void {
    if (this.rules.size < 50) return;
    const names = this.listed.map((run) => run.name);
    this.rules = rulesFor(names, new Set(names.filter(shownBy(this.rules))));
  }

  #nameOf(id: RunId | null): string | null {
    return id === null ? null : (catalog.nameOf(id) ?? null);
  }

  #idOf(name: string | null): RunId | null {
    return name === null ? null : (catalog.runNamed(name)?.id ?? null);
  }
}

export const selection = new Selection();
