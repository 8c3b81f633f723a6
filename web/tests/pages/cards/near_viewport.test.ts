import { beforeEach, expect, test, vi } from 'vitest';

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

beforeEach(() => vi.stubGlobal('IntersectionObserver', FakeObserver));

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
