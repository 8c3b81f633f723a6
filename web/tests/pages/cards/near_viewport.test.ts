import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { NearViewport } from '../../../src/pages/cards/near_viewport';

type Entry = { target: Element; isIntersecting: boolean };
let seen: (entries: Entry[]) => void = () => undefined;

class FakeObserver {
  constructor(callback: (entries: Entry[]) => void) {
    seen = callback;
  }
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const element = (): Element => ({}) as Element;
const scroller = (): Element => new EventTarget() as Element;

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => vi.useRealTimers());

test('elements that come together are told in tasks of their own', async () => {
  const viewport = new NearViewport(null);
  const told: string[] = [];
  const [a, b] = [element(), element()];
  viewport.watch(a, (near) => told.push(`a ${near}`));
  viewport.watch(b, (near) => told.push(`b ${near}`));
  seen([{ target: a, isIntersecting: true }, { target: b, isIntersecting: true }]);
  expect(told).toEqual(['a true']);
  await vi.waitFor(() => expect(told).toEqual(['a true', 'b true']));
});

test('who has come and gone before its turn is told nothing', async () => {
  const viewport = new NearViewport(null);
  const told: string[] = [];
  const [a, b, c] = [element(), element(), element()];
  for (const [name, one] of [['a', a], ['b', b], ['c', c]] as const) {
    viewport.watch(one, (near) => told.push(`${name} ${near}`));
  }
  seen([a, b, c].map((target) => ({ target, isIntersecting: true })));
  seen([{ target: b, isIntersecting: false }]);
  await vi.waitFor(() => expect(told).toEqual(['a true', 'c true']));
  seen([{ target: a, isIntersecting: false }]);
  await vi.waitFor(() => expect(told).toEqual(['a true', 'c true', 'a false']));
});

test('what a scrolling page passes by is told nothing', () => {
  vi.useFakeTimers();
  const root = scroller();
  const viewport = new NearViewport(root);
  const told: string[] = [];
  const [passed, reached] = [element(), element()];
  viewport.watch(passed, (near) => told.push(`passed ${near}`));
  viewport.watch(reached, (near) => told.push(`reached ${near}`));
  root.dispatchEvent(new Event('scroll'));
  seen([{ target: passed, isIntersecting: true }]);
  vi.advanceTimersByTime(100);
  root.dispatchEvent(new Event('scroll'));
  seen([{ target: passed, isIntersecting: false }, { target: reached, isIntersecting: true }]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual(['reached true']);
});

test('who comes near without a scroll does not wait, nor does who leaves', () => {
  vi.useFakeTimers();
  const root = scroller();
  const viewport = new NearViewport(root);
  const told: boolean[] = [];
  const one = element();
  viewport.watch(one, (near) => told.push(near));
  root.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(200);
  seen([{ target: one, isIntersecting: true }]);
  expect(told).toEqual([true]);
  root.dispatchEvent(new Event('scroll'));
  seen([{ target: one, isIntersecting: false }]);
  expect(told).toEqual([true, false]);
});

test('who is watched no more while the page passes it is told nothing', () => {
  vi.useFakeTimers();
  const root = scroller();
  const viewport = new NearViewport(root);
  const told: boolean[] = [];
  const one = element();
  const unwatch = viewport.watch(one, (near) => told.push(near));
  root.dispatchEvent(new Event('scroll'));
  seen([{ target: one, isIntersecting: true }]);
  unwatch();
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([]);
});
