import { expect, test } from 'vitest';

import { RunNumbers } from '../../src/base/run_numbers';

const run = (name: string, start: number): { name: string; start: number } => ({ name, start });

test('runs are numbered by start, ties as they are listed', () => {
  const numbers = new RunNumbers();
  numbers.update([run('b2', 5), run('b10', 5), run('a', 9), run('z', 1)], false);
  expect(['z', 'b2', 'b10', 'a'].map((name) => numbers.of(name))).toEqual([0, 1, 2, 3]);
});

test('while loading, numbers follow what is known', () => {
  const numbers = new RunNumbers();
  numbers.update([run('late', 9)], false);
  numbers.update([run('late', 9), run('early', 1)], false);
  expect([numbers.of('early'), numbers.of('late')]).toEqual([0, 1]);
});

test('afterwards new runs recolour nobody, whatever their start', () => {
  const numbers = new RunNumbers();
  numbers.update([run('a', 5), run('b', 6)], false);
  numbers.update([run('a', 5), run('b', 6), run('old', 1)], true);
  expect(['a', 'b', 'old'].map((name) => numbers.of(name))).toEqual([0, 1, 2]);
  numbers.update([run('b', 6), run('old', 1)], true);
  expect(numbers.of('b')).toBe(1);
});
