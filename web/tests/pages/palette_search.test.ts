import { expect, test } from 'vitest';

import { searchBest } from '../../src/pages/shell/palette_search';

const never = new AbortController().signal;
const find = async (query: string, most: number, ...texts: string[]): Promise<string[]> =>
  (await searchBest(texts, (text) => text, query, most, never)).best.map((found) => found.item);

test('the best come first, and no more than asked for', async () => {
  expect(await find('loss', 2, 'lots/of/small/sets', 'train/loss_scale', 'val/loss', 'lr')).toEqual(['val/loss', 'train/loss_scale']);
});

test('equals stay in their order', async () => {
  expect(await find('', 3, 'c', 'a', 'b', 'd')).toEqual(['c', 'a', 'b']);
});

test('the heavier come first among those found equally well', async () => {
  const items = [{ text: 'big/loss', runs: 1 }, { text: 'train/loss', runs: 24 }, { text: 'gloss', runs: 99 }, { text: 'val/loss', runs: 24 }];
  const { best } = await searchBest(items, (item) => item.text, 'loss', 4, never, (item) => item.runs);
  expect(best.map(({ item }) => item.text)).toEqual(['val/loss', 'train/loss', 'big/loss', 'gloss']);
});

test('all that are found are counted', async () => {
  const names = Array.from({ length: 5000 }, (_, i) => `run-${i}`);
  const { best, total } = await searchBest(names, (name) => name, 'run', 5, never);
  expect(best).toHaveLength(5);
  expect(total).toBe(5000);
});

test('nobody waits for a search that was left', async () => {
  const left = new AbortController();
  left.abort(new Error('left'));
  await expect(searchBest(['a'], (name) => name, 'a', 1, left.signal)).rejects.toThrow('left');
});
