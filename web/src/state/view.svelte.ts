/** How the log is looked at: all of it is in the address, and assigning a
 * field changes the address. */

import { untrack } from 'svelte';

import { LastRight } from '../base/expression';
import { defaultAddress, formatAddress, parseAddress, type Address } from './address';
import type { Marker, Scale, ViewAxis, ViewSmoothing } from './address';
import { CardView, type CardValues } from './card_view.svelte';
import { madeApart } from './made_apart.svelte';
import { followLink, linkedPreferences, preferences } from './preferences.svelte';
import { runMetric } from './run_metric.svelte';
import { selection } from './selection.svelte';

export type { Marker, Scale, ViewAxis, ViewSmoothing } from './address';
export type { CardGroup, CardView, Interval } from './card_view.svelte';

class View {
  page = $state('');
  tagFilter = $state('');
  runFilter = $state('');
  #rightTags = new LastRight();
  #rightRuns = new LastRight();
  /** What filters and what links tell: the last that was an expression. */
  tagFilterInForce: string = $derived(this.#rightTags.of(this.tagFilter));
  runFilterInForce: string = $derived(this.#rightRuns.of(this.runFilter));
  axis = $state<ViewAxis>('step');
  xScale = $state<Scale>('linear');
  yScale = $state<Scale>('linear');
  smoothing = $state.raw<ViewSmoothing>(defaultAddress().smoothing);
  /** The step that cards are linked by; null: each shows its last. */
  step = $state<number | null>(null);
  /** The card that fills the window, by key. */
  fullScreen = $state<string | null>(null);
  pinnedCards = $state.raw<readonly string[]>([]);
  markers = $state.raw<readonly Marker[]>([]);
  order = $state('name');
  values = $state('');
  /** Which hyperparameters are wanted, by name. */
  hparams = $state.raw<ReadonlyMap<string, string>>(new Map());

  #cards = new Map<string, CardView>();
  #cardsMade = $state(0);
  #cardsNoted = false;

  /** The card of that key, for ever the same; keys are page:tag or alike. */
  card(key: string): CardView {
    let card = this.#cards.get(key);
    if (card === undefined) {
      card = madeApart(() => new CardView());
      this.#cards.set(key, card);
      this.#noteCards();
    }
    return card;
  }

  isPinned(key: string): boolean {
    return this.pinnedCards.includes(key);
  }

  togglePin(key: string): void {
    this.pinnedCards = this.isPinned(key)
      ? this.pinnedCards.filter((other) => other !== key)
      : [...this.pinnedCards, key];
  }

  /** Everything, as the address bar has it. */
  address(): Address {
    return this.#address;
  }

  #address = $derived.by((): Address => {
    void this.#cardsMade;
    const cards = new Map<string, Partial<CardValues>>();
    for (const [key, card] of this.#cards) if (card.departures !== null) cards.set(key, card.departures);
    return {
      page: this.page, tagFilter: this.tagFilterInForce, runFilter: this.runFilterInForce, axis: this.axis,
      xScale: this.xScale, yScale: this.yScale, smoothing: this.smoothing, step: this.step,
      fullScreen: this.fullScreen, pinnedCards: this.pinnedCards, markers: this.markers, cards,
      rules: selection.rules, pinnedRuns: selection.pinnedNames, baseline: selection.baselineName,
      focused: selection.focusedName, slots: selection.slots, order: this.order, values: this.values, hparams: this.hparams,
      linked: this.#linked,
    };
  });

  /** Runs that are ordered or chosen by value are so by that of a certain tag. */
  #linked = $derived.by((): Address['linked'] => {
    const linked = linkedPreferences();
    if (!/^-?value$/.test(this.order) && this.values === '') return linked;
    const tag = preferences.metricTag || runMetric.tag;
    return { ...linked, ...(tag === '' ? {} : { metricTag: tag }), metricStatistic: preferences.metricStatistic };
  });

  /** A link to this view with some of it otherwise. */
  link(change: Partial<Address> = {}): string {
    return formatAddress({ ...this.address(), ...change });
  }

  /** To another place, with a way back. */
  navigate(change: Partial<Address>): void {
    const [here, link] = untrack(() => [this.link(), this.link(change)]);
    if (link === location.hash) return;
    if (here !== location.hash) history.replaceState(null, '', here); // What the way back leads to.
    history.pushState(null, '', link);
    this.restore(parseAddress(link));
  }

  restore(at: Address): void {
    this.page = at.page;
    this.tagFilter = at.tagFilter;
    this.runFilter = at.runFilter;
    this.axis = at.axis;
    this.xScale = at.xScale;
    this.yScale = at.yScale;
    this.smoothing = at.smoothing;
    this.step = at.step;
    this.fullScreen = at.fullScreen;
    this.pinnedCards = at.pinnedCards;
    this.markers = at.markers;
    this.order = at.order;
    this.values = at.values;
    this.hparams = at.hparams;
    followLink(at.linked);
    for (const [key, card] of this.#cards) card.set(at.cards.get(key) ?? {});
    for (const [key, values] of at.cards) this.card(key).set(values);
    selection.rules = at.rules;
    selection.pinnedNames = at.pinnedRuns;
    selection.baselineName = at.baseline;
    selection.focusedName = at.focused;
    selection.slots = at.slots;
  }

  /** Cards are made while others draw, when no state may change: later. */
  #noteCards(): void {
    if (this.#cardsNoted) return;
    this.#cardsNoted = true;
    queueMicrotask(() => {
      this.#cardsNoted = false;
      ++this.#cardsMade;
    });
  }
}

export const view = new View();
