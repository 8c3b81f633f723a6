import { describe, expect, test } from 'vitest';

import { sharedRanges, type OwnRange } from '../../src/pages/histograms/shared_ranges.svelte';

const own = (run: number, low: number, high: number): OwnRange =>
  ({ run, whole: { low: low - 10, high: high + 10 }, usual: { low, high } });

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('one range for all runs of a tag', () => {
  test('is that of the shown runs, with or without outliers', () => {
    const ranges = sharedRanges('weights');
    const [a, b, c] = [own(1, 0, 1), own(2, -3, 0.5), own(3, 0, 99)];
    for (const [i, one] of [a, b, c].entries()) ranges.tell(`card ${i}`, one);
    expect(ranges.of(a, 'usual', (run) => run < 3)).toEqual({ low: -3, high: 1 });
    expect(ranges.of(a, 'whole', (run) => run < 3)).toEqual({ low: -13, high: 11 });
    expect(ranges.of(a, 'usual', () => true)).toEqual({ low: -3, high: 99 });
    expect(ranges.of(c, 'usual', () => false)).toEqual({ low: 0, high: 99 });
    expect(sharedRanges('biases').of(a, 'usual', () => true)).toEqual({ low: 0, high: 1 });
  });

  test('follows a card that changes, and rests where none does', async () => {
    const ranges = sharedRanges('changing');
    const seen: number[] = [];
    const stop = $effect.root(() => {
      $effect(() => {
        seen.push(ranges.of(own(1, 0, 1), 'usual', () => true).high);
      });
    });
    await settled();
    ranges.tell('b', own(2, 0, 5));
    await settled();
    ranges.tell('b', own(2, 0, 5));
    await settled();
    ranges.tell('b', own(2, 0, 4));
    await settled();
    stop();
    expect(seen).toEqual([1, 5, 4]);
  });
});
