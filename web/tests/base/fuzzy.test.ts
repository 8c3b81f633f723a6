import { expect, test } from 'vitest';

import { fuzzyMatch, pieces } from '../../src/base/fuzzy';

function marked(query: string, text: string): string | null {
  const match = fuzzyMatch(query, text);
  if (match === null) return null;
  return pieces(text, match.positions).map((piece) => (piece.found ? `[${piece.text}]` : piece.text)).join('');
}

function best(query: string, ...texts: string[]): string | undefined {
  const score = (text: string): number => fuzzyMatch(query, text)?.score ?? -Infinity;
  return texts.toSorted((a, b) => score(b) - score(a))[0];
}

test('a stretch of the name is found, wherever it stands', () => {
  expect(marked('oss', 'val/loss')).toBe('val/l[oss]');
  expect(marked('l/lo', 'val/loss')).toBe('va[l/lo]ss');
});

test('beginnings of words are found in their order', () => {
  expect(marked('vallo', 'val/loss')).toBe('[val]/[lo]ss');
  expect(marked('tl', 'train/loss')).toBe('[t]rain/[l]oss');
  expect(marked('v/l', 'val/mean/loss')).toBe('[v]al/mean/[l]oss');
  expect(marked('gn', 'gradNorm')).toBe('[g]rad[N]orm');
  expect(marked('l12w', 'layer12/weight')).toBe('[l]ayer[12]/[w]eight');
  expect(marked('aab', 'a/ab')).toBe('[a]/[ab]');
  expect(marked('lt', 'train/loss')).toBeNull();
});

test('scattered letters are not found', () => {
  expect(marked('loss', 'Spread colours over the shown runs')).toBeNull();
  expect(marked('xyz', 'train/loss')).toBeNull();
  expect(marked('ls', 'loss')).toBeNull();
  expect(marked('ssol', 'loss')).toBeNull();
});

test('each word of the query is looked for, in any case and order', () => {
  expect(marked('VAL lo', 'val/loss')).toBe('[val]/[lo]ss');
  expect(marked('loss val', 'val/loss')).toBe('[val]/[loss]');
  expect(marked('loss test', 'val/loss')).toBeNull();
});

test('the whole name wins, then its beginning, then a word, then beginnings of words, then the inside', () => {
  const order = ['loss', 'loss_per_token/of/all/steps', 'val/loss', 'lots/of/small/sets', 'floss'];
  const score = (text: string): number => fuzzyMatch('loss', text)?.score ?? -Infinity;
  expect(order.toReversed().toSorted((a, b) => score(b) - score(a))).toEqual(order);
});

test('the shorter name wins, and fewer words', () => {
  expect(best('loss', 'val/loss_per_token', 'val/loss')).toBe('val/loss');
  expect(best('vallo', 'v/a/l/l/o', 'val/loss')).toBe('val/loss');
  expect(best('tl', 'total', 'train/loss')).toBe('train/loss');
});

test('the empty query finds everything', () => {
  expect(fuzzyMatch('', 'anything')).toEqual({ score: 0, positions: [] });
  expect(marked(' ', 'anything')).toBe('anything');
});

test('found positions are the letters of the query, in a time that does not explode', () => {
  const text = Array.from({ length: 60 }, () => 'aab').join('/');
  const query = 'aaaabaabaabaaaabaaab';
  const match = fuzzyMatch(query, text);
  expect(match?.positions.map((at) => text[at]).join('')).toBe(query);
  expect(fuzzyMatch(`${query}x`, text)).toBeNull();
});

test('letters that change their length in lower case do no harm', () => {
  expect(fuzzyMatch('i', 'İstanbul')).not.toBeUndefined();
});
