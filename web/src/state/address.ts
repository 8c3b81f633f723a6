/**
 * The view as an address: `#scalars?filter=loss&x=relative`. It stands behind
 * the #, so that long selections never reach a server or its log. What is as
 * by default is left out.
 */

import { valueTest } from '../base/value_filter';
import type { CardGroup, CardValues, Interval } from './card_view.svelte';
import { readLinked, writeLinked, type LinkedPreferences } from './linked_preferences';

export type ViewAxis = 'step' | 'relative' | 'wall' | 'relative_step';
export type Scale = 'linear' | 'log';

export interface ViewSmoothing {
  readonly kind: 'ema' | 'mean' | 'median';
  readonly weight: number; // Of ema, 0 to 0.999.
  readonly window: number; // Of mean and median, in points.
}

export interface Marker {
  readonly step: number;
  readonly label: string;
}

export interface Address {
  page: string;
  tagFilter: string;
  runFilter: string;
  axis: ViewAxis;
  xScale: Scale;
  yScale: Scale;
  smoothing: ViewSmoothing;
  step: number | null;
  fullScreen: string | null; // Key of a card.
  pinnedCards: readonly string[];
  markers: readonly Marker[];
  cards: ReadonlyMap<string, Partial<CardValues>>;
  rules: ReadonlyMap<string, boolean>;
  pinnedRuns: readonly string[];
  baseline: string | null;
  focused: string | null;
  slots: ReadonlyMap<string, number>;
  order: string; // Of the runs: name, start, value, hparam:lr; with a − before it, downwards.
  values: string; // Which values of the runs' column: 0.1..3, 0.1.. or ..3
  hparams: ReadonlyMap<string, string>; // Wanted of each: as values, or adam,sgd
  linked: Partial<LinkedPreferences>; // Those that are not as by default.
}

export function defaultAddress(): Address {
  return {
    page: '', tagFilter: '', runFilter: '', axis: 'step', xScale: 'linear', yScale: 'linear',
    smoothing: { kind: 'ema', weight: 0.6, window: 25 }, step: null, fullScreen: null,
    pinnedCards: [], markers: [], cards: new Map(), rules: new Map(), pinnedRuns: [],
    baseline: null, focused: null, slots: new Map(), order: 'name', values: '', hparams: new Map(), linked: {},
  };
}

const kAxes: readonly string[] = ['step', 'relative', 'wall', 'relative_step'];
const kKinds: readonly string[] = ['ema', 'mean', 'median'];
const kOrders: readonly string[] = ['name', 'start', '-start', 'value', '-value'];

function number(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

function writeInterval({ from, to }: Interval): string {
  return `${from}..${to}`;
}

function readInterval(text: string | null): Interval | null {
  const [a, b] = (text ?? '').split('..');
  const from = number(a);
  const to = number(b);
  return from !== null && to !== null && from < to ? { from, to } : null;
}

function writeCard(key: string, card: Partial<CardValues>): string {
  const text = new URLSearchParams();
  if (card.zoom) text.set('zoom', writeInterval(card.zoom));
  if (card.yRange) text.set('range', writeInterval(card.yRange));
  if (card.xScale) text.set('x', card.xScale);
  if (card.yScale) text.set('y', card.yScale);
  if (card.table === true) text.set('table', '1');
  if (card.wide === true) text.set('wide', '1');
  for (const tag of card.tags ?? []) text.append('tag', tag);
  if (card.group) text.set('group', card.group);
  if (card.compare) text.set('compare', card.compare);
  if (card.mode) text.set('mode', card.mode);
  if (card.step !== null && card.step !== undefined) text.set('step', String(card.step));
  return text.size === 0 ? '' : `${readable(new URLSearchParams({ card: key }))}&${readable(text)}`;
}

function scale(text: string | null): Scale | null {
  return text === 'linear' || text === 'log' ? text : null;
}

function readCard(text: URLSearchParams): Partial<CardValues> {
  const card: Partial<CardValues> = {};
  const zoom = readInterval(text.get('zoom'));
  if (zoom) card.zoom = zoom;
  const range = readInterval(text.get('range'));
  if (range) card.yRange = range;
  const x = scale(text.get('x'));
  if (x) card.xScale = x;
  const y = scale(text.get('y'));
  if (y) card.yScale = y;
  if (text.has('table')) card.table = true;
  if (text.has('wide')) card.wide = true;
  if (text.has('tag')) card.tags = text.getAll('tag');
  const group = text.get('group');
  if (group === 'directory' || group?.startsWith('regex:') || group?.startsWith('hparam:')) {
    card.group = group as CardGroup;
  }
  const compare = text.get('compare');
  if (compare === 'difference' || compare === 'ratio') card.compare = compare;
  const mode = text.get('mode');
  if (mode) card.mode = mode;
  const step = number(text.get('step'));
  if (step !== null) card.step = step;
  return card;
}

/** So that a colon behind it ends it. */
function colonFree(text: string): string {
  return text.replace(/[%:]/g, encodeURIComponent);
}

/** Two texts in one: the second may hold anything. */
function pair(first: string | number, second: string): string {
  return `${colonFree(String(first))}:${second}`;
}

function unpair(text: string): [string, string] {
  const at = text.indexOf(':');
  if (at < 0) return [text, ''];
  try {
    return [decodeURIComponent(text.slice(0, at)), text.slice(at + 1)];
  } catch {
    return [text.slice(0, at), text.slice(at + 1)];
  }
}

/** Percent signs only where they are needed: addresses are read by people. */
function readable(search: URLSearchParams): string {
  return search.toString().replace(/%(?:2F|3A|2C|3D|40)/g, decodeURIComponent);
}

const kOldCard = /^[^:]*:(?:zoom|range|x|y|table|wide|tag|group|compare|mode|step)=/;

/** Keys of cards that are one run's had more percent signs once. */
function tidyKey(key: string): string {
  return key.replace(/^([^:]+:@)([^:]*)(?=:)/, (whole: string, start: string, run: string) => {
    try {
      return start + colonFree(decodeURIComponent(run));
    } catch {
      return whole;
    }
  });
}

/** `card=KEY&zoom=1..2` begins a part of its own: what follows is that card's,
 * until the next. Older links have `card=KEY:zoom%3D1..2`, each for itself. */
function splitCards(text: URLSearchParams): { rest: URLSearchParams; cards: Map<string, Partial<CardValues>> } {
  const rest = new URLSearchParams();
  const parts = new Map<string, URLSearchParams>();
  let part = rest;
  for (const [name, value] of text) {
    if (name !== 'card') {
      part.append(name, value);
    } else if (kOldCard.test(value)) {
      const [key, card] = unpair(value);
      parts.set(tidyKey(key), new URLSearchParams(card));
      part = rest;
    } else {
      part = new URLSearchParams();
      parts.set(tidyKey(value), part);
    }
  }
  return { rest, cards: new Map([...parts].map(([key, card]) => [key, readCard(card)])) };
}

export function formatAddress(at: Address): string {
  const usual = defaultAddress();
  const text = new URLSearchParams();
  if (at.tagFilter !== '') text.set('filter', at.tagFilter);
  if (at.runFilter !== '') text.set('runs', at.runFilter);
  if (at.axis !== usual.axis) text.set('axis', at.axis);
  if (at.xScale !== usual.xScale) text.set('x', at.xScale);
  if (at.yScale !== usual.yScale) text.set('y', at.yScale);
  const { kind, weight, window } = at.smoothing;
  if (kind !== 'ema') text.set('smooth', `${kind}:${window}`);
  else if (weight !== usual.smoothing.weight) text.set('smooth', String(weight));
  if (at.step !== null) text.set('step', String(at.step));
  if (at.fullScreen !== null) text.set('full', at.fullScreen);
  if (at.order !== usual.order) text.set('order', at.order);
  if (at.values !== '') text.set('values', at.values);
  for (const [name, wanted] of at.hparams) text.append('hparam', pair(name, wanted));
  writeLinked(at.linked, text);
  for (const [name, shown] of at.rules) text.append(shown ? 'show' : 'hide', name === '' ? '/' : name);
  for (const name of at.pinnedRuns) text.append('pin', name);
  if (at.baseline !== null) text.set('base', at.baseline);
  if (at.focused !== null) text.set('run', at.focused);
  for (const [name, slot] of at.slots) text.append('colour', pair(slot + 1, name));
  for (const key of at.pinnedCards) text.append('pincard', key);
  for (const marker of at.markers) text.append('mark', pair(marker.step, marker.label));
  const cards = [...at.cards].map(([key, card]) => writeCard(key, card));
  const search = [readable(text), ...cards].filter((part) => part !== '').join('&');
  return `#${encodeURIComponent(at.page)}${search === '' ? '' : `?${search}`}`;
}

/** Anything that is not understood is as by default. */
export function parseAddress(hash: string): Address {
  const at = defaultAddress();
  const source = hash.startsWith('#') ? hash.slice(1) : hash;
  const split = source.indexOf('?');
  const page = split < 0 ? source : source.slice(0, split);
  try {
    at.page = decodeURIComponent(page);
  } catch {
    at.page = '';
  }
  const { rest: text, cards } = splitCards(new URLSearchParams(split < 0 ? '' : source.slice(split + 1)));
  at.cards = cards;
  at.tagFilter = text.get('filter') ?? '';
  at.runFilter = text.get('runs') ?? '';
  const axis = text.get('axis');
  if (axis !== null && kAxes.includes(axis)) at.axis = axis as ViewAxis;
  at.xScale = scale(text.get('x')) ?? at.xScale;
  at.yScale = scale(text.get('y')) ?? at.yScale;
  at.smoothing = readSmoothing(text.get('smooth'), at.smoothing);
  at.step = number(text.get('step'));
  const full = text.get('full');
  at.fullScreen = full === null ? null : tidyKey(full);
  const order = text.get('order');
  if (order !== null && (kOrders.includes(order) || /^-?hparam:./.test(order))) at.order = order;
  at.values = text.get('values') ?? '';
  at.hparams = new Map(text.getAll('hparam').map(unpair).filter(([, wanted]) => valueTest(wanted) !== null));
  at.linked = readLinked(text);
  const rules = new Map<string, boolean>();
  for (const name of text.getAll('show')) rules.set(name === '/' ? '' : name, true);
  for (const name of text.getAll('hide')) rules.set(name === '/' ? '' : name, false);
  at.rules = rules;
  at.pinnedRuns = text.getAll('pin');
  at.baseline = text.get('base');
  at.focused = text.get('run');
  const slots = text.getAll('colour').map(unpair);
  at.slots = new Map(
    slots
      .map(([slot, name]): [string, number] => [name, (number(slot) ?? 0) - 1])
      .filter(([, slot]) => Number.isInteger(slot) && slot >= 0 && slot < 20),
  );
  at.pinnedCards = text.getAll('pincard').map(tidyKey);
  at.markers = text
    .getAll('mark')
    .map(unpair)
    .flatMap(([step, label]) => (number(step) === null ? [] : [{ step: Number(step), label }]));
  return at;
}

function readSmoothing(text: string | null, usual: ViewSmoothing): ViewSmoothing {
  if (text === null) return usual;
  const [kind = '', size = ''] = text.split(':');
  if (kKinds.includes(kind) && kind !== 'ema') {
    const window = number(size);
    const sane = window === null ? usual.window : Math.min(10_001, Math.max(1, Math.round(window)));
    return { ...usual, kind: kind as 'mean' | 'median', window: sane };
  }
  const weight = number(text);
  return weight === null ? usual : { ...usual, weight: Math.min(0.999, Math.max(0, weight)) };
}
