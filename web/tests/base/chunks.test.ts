import { expect, test } from 'vitest';

import { filterInChunks } from '../../src/base/chunks';

test('finds what passes, in order', async () => {
  const numbers = Array.from({ length: 1000 }, (_, i) => i);
  const found = await filterInChunks(numbers, (n) => n % 100 === 7, new AbortController().signal);
  expect(found).toEqual([7, 107, 207, 307, 407, 507, 607, 707, 807, 907]);
});

test('stops when nobody waits any more', async () => {
  const abort = new AbortController();
  let tested = 0;
  const slow = (): boolean => {
    ++tested;
    const until = performance.now() + 0.5;
    while (performance.now() < until);
    return true;
  };
  const found = filterInChunks(Array.from({ length: 100_000 }, () => 0), slow, abort.signal);
  abort.abort(new Error('left'));
  await expect(found).rejects.toThrow('left');
  expect(tested).toBeLessThan(100_000);
});
