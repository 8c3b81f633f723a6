/** What keys do wherever the focus is. Whoever has the focus comes first: a
 * card or a list that used a key prevents its default. */

import { flushSync } from 'svelte';

import { live } from '../../state/live.svelte';
import { preferences } from '../../state/preferences.svelte';
import { view, type ViewAxis } from '../../state/view.svelte';
import { kPages } from '../registry';
import { layout } from './layout.svelte';
import { toggleSidebar } from './sidebar';
import { ui } from './ui.svelte';

const kAxes: readonly ViewAxis[] = ['step', 'relative', 'wall', 'relative_step'];
const kWeights = [0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99, 0.999];
const kWindows = [1, 5, 11, 25, 51, 101, 251, 501, 1001];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'button'].includes(target.type);
}

/** The next of a ladder above or below `now`. */
export function nextRung(rungs: readonly number[], now: number, up: boolean): number {
  const beyond = up ? rungs.find((rung) => rung > now + 1e-9) : rungs.findLast((rung) => rung < now - 1e-9);
  return beyond ?? now;
}

function smoother(up: boolean): void {
  const { kind, weight, window } = view.smoothing;
  view.smoothing =
    kind === 'ema'
      ? { ...view.smoothing, weight: nextRung(kWeights, weight, up) }
      : { ...view.smoothing, window: nextRung(kWindows, window, up) };
  ui.say(kind === 'ema' ? `Smoothing ${view.smoothing.weight}` : `Smoothing over ${view.smoothing.window} points`);
}

function moveCard(by: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>('main [data-card]')];
  const focused = document.activeElement?.closest<HTMLElement>('[data-card]') ?? null;
  const now = focused === null ? -1 : cards.indexOf(focused);
  const next = cards[now < 0 ? (by > 0 ? 0 : cards.length - 1) : now + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function focusField(label: string): void {
  const field = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);
  field?.focus();
  field?.select();
}

function focusRuns(): void {
  if (layout.railed && !ui.overlay) toggleSidebar();
  flushSync();
  focusField('Filter runs');
}

function escape(): boolean {
  if (ui.help) ui.help = false;
  else if (ui.palette) ui.palette = false;
  else if (ui.problems) ui.problems = false;
  else if (ui.overlay) ui.overlay = false;
  else if (view.fullScreen !== null) view.fullScreen = null;
  else if (ui.settings) ui.settings = false;
  else return false;
  return true;
}

const kActions: Readonly<Record<string, () => void>> = {
  '/': () => focusField('Filter tags'),
  r: focusRuns,
  '[': toggleSidebar,
  ',': () => (ui.settings = !ui.settings),
  '?': () => (ui.help = true),
  l: () => live.toggle(),
  j: () => moveCard(1),
  k: () => moveCard(-1),
  s: () => smoother(true),
  S: () => smoother(false),
  x: () => (view.axis = kAxes[(kAxes.indexOf(view.axis) + 1) % kAxes.length] ?? 'step'),
  X: () => (view.xScale = view.xScale === 'log' ? 'linear' : 'log'),
  y: () => (view.yScale = view.yScale === 'log' ? 'linear' : 'log'),
};

function single(event: KeyboardEvent): boolean {
  const page = /^[1-9]$/.test(event.key) ? kPages[Number(event.key) - 1] : undefined;
  if (page !== undefined) {
    view.navigate({ page: page.id, fullScreen: null });
    return true;
  }
  const action = kActions[event.key] ?? kActions[event.key.toLowerCase()];
  action?.();
  return action !== undefined;
}

export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
    ui.palette = !ui.palette;
    event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') {
    if (escape()) event.preventDefault();
    return;
  }
  if (!preferences.singleKeys || isTyping(event.target) || ui.palette || ui.help || ui.problems) return;
  if (single(event)) event.preventDefault();
}
