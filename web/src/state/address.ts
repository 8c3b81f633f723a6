/**
 * The view as an address: `#scalars?filter=loss&x=relative`. It stands behind
 * the #, so that long selections never reach a server or its log. What is as
 * by default is left out.
 */

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
  order: string; // Of the runs: name, start, value; with a − before it, downwards.
  values: string; // Which values of the runs' column: 0.1..3, 0.1.. or ..3
  linked: Partial<LinkedPreferences>; // Those that are not as by default.
}

export function defaultAddress(): Address {
  return {
    page: '', tagFilter: '', runFilter: '', axis: 'step', xScale: 'linear', yScale: 'linear',
    smoothing: { kind: 'ema', weight: 0.6, window: 25 }, step: null, fullScreen: null,
    pinnedCards: [], markers: [], cards: new Map(), rules: new Map(), pinnedRuns: [],
    baseline: null, focused: null, slots: new Map(), order: 'name', values: '', linked: {},
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

function writeCard(card: Partial<CardValues>): string {
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
  return text.toString();
}

function scale(text: string | null): Scale | null {
  return text === 'linear' || text === 'log' ? text : null;
}

function readCard(source: string): Partial<CardValues> {
  const text = new URLSearchParams(source);
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

/** Two texts in one: the second may hold anything. */
function pair(first: string | number, second: string): string {
  return `${encodeURIComponent(String(first))}:${second}`;
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
  return search.toString().replace(/%2F/g, '/').replace(/%3A/g, ':').replace(/%2C/g, ',');
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
  writeLinked(at.linked, text);
  for (const [name, shown] of at.rules) text.append(shown ? 'show' : 'hide', name === '' ? '/' : name);
  for (const name of at.pinnedRuns) text.append('pin', name);
  if (at.baseline !== null) text.set('base', at.baseline);
  if (at.focused !== null) text.set('run', at.focused);
  for (const [name, slot] of at.slots) text.append('colour', pair(slot + 1, name));
  for (const key of at.pinnedCards) text.append('pincard', key);
  for (const marker of at.markers) text.append('mark', pair(marker.step, marker.label));
  for (const [key, card] of at.cards) {
    const written = writeCard(card);
    if (written !== '') text.append('card', pair(key, written));
  }
  const search = readable(text);
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
  const text = new URLSearchParams(split < 0 ? '' : source.slice(split + 1));
  at.tagFilter = text.get('filter') ?? '';
  at.runFilter = text.get('runs') ?? '';
  const axis = text.get('axis');
  if (axis !== null && kAxes.includes(axis)) at.axis = axis as ViewAxis;
  at.xScale = scale(text.get('x')) ?? at.xScale;
  at.yScale = scale(text.get('y')) ?? at.yScale;
  at.smoothing = readSmoothing(text.get('smooth'), at.smoothing);
  at.step = number(text.get('step'));
  at.fullScreen = text.get('full');
  const order = text.get('order');
  if (order !== null && kOrders.includes(order)) at.order = order;
  at.values = text.get('values') ?? '';
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
  at.pinnedCards = text.getAll('pincard');
  at.markers = text
    .getAll('mark')
    .map(unpair)
    .flatMap(([step, label]) => (number(step) === null ? [] : [{ step: Number(step), label }]));
  at.cards = new Map(text.getAll('card').map(unpair).map(([key, card]) => [key, readCard(card)]));
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
