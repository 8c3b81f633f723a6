import { afterEach, expect, test, vi } from 'vitest';

import { load, save } from '../../src/state/storage';

function storage(full: () => boolean): object {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (full()) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, text);
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

test('what cannot be kept holds until the page is closed', () => {
  let full = false;
  vi.stubGlobal('localStorage', storage(() => full));
  save('key', ['old']);
  full = true;
  save('key', ['new']);
  expect(load('key')).toEqual(['new']);
  full = false;
  save('key', ['newest']);
  expect(load('key')).toEqual(['newest']);
});

test('no storage at all is no error', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(load('nothing')).toBeNull();
  save('something', 7);
  expect(load('something')).toBe(7);
});
