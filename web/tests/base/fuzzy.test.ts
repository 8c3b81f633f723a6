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

test('letters are found in their order', () => {
  expect(marked('vallo', 'val/loss')).toBe('[val]/[lo]ss');
  expect(marked('tl', 'train/loss')).toBe('[t]rain/[l]oss');
  expect(marked('xyz', 'train/loss')).toBeNull();
  expect(marked('ssol', 'loss')).toBeNull();
});

test('case and spaces do not matter', () => {
  expect(marked('VAL lo', 'val/loss')).toBe('[val]/[lo]ss');
  expect(marked('gn', 'gradNorm')).toBe('[g]rad[N]orm');
});

test('what stands together wins, and the starts of words', () => {
  expect(best('loss', 'lots/of/small/sets', 'val/loss')).toBe('val/loss');
  expect(best('tl', 'total', 'train/loss')).toBe('train/loss');
  expect(best('vallo', 'eval/long-context', 'val/loss')).toBe('val/loss');
  expect(best('loss', 'val/loss_per_token', 'val/loss')).toBe('val/loss');
});

test('the empty query finds everything', () => {
  expect(fuzzyMatch('', 'anything')).toEqual({ score: 0, positions: [] });
  expect(marked(' ', 'anything')).toBe('anything');
});

test('every subsequence is found, and found positions are its letters', () => {
  const text = 'sweep/00/run-00777/train/loss_per_token';
  let seed = 11;
  for (let round = 0; round < 300; ++round) {
    const query = [...text].filter(() => (seed = (seed * 48271) % 2147483647) % 5 === 0).join('').replace(/ /g, '');
    const match = fuzzyMatch(query, text);
    expect(match, query).not.toBeNull();
    expect(match?.positions.map((at) => text[at]).join('')).toBe(query);
  }
});

test('letters that change their length in lower case do no harm', () => {
  expect(fuzzyMatch('i', 'İstanbul')).not.toBeUndefined();
});
