import { describe, expect, it } from 'vitest';

import {
  binHistograms,
  brokenSteps,
  bucketAt,
  closedBucket,
  usualRange,
  valueRange,
  type HistogramColumns,
} from '../../src/charts/histogram_bins';

/** One histogram of `[left, right, count]` for each step. */
function columns(...steps: [number, number, number][][]): HistogramColumns {
  const offset = [0];
  for (const buckets of steps) offset.push(offset[offset.length - 1]! + buckets.length);
  const all = steps.flat();
  return {
    step: steps.map((_, i) => i * 10),
    wall: steps.map((_, i) => i),
    offset,
    left: all.map((bucket) => bucket[0]),
    right: all.map((bucket) => bucket[1]),
    count: all.map((bucket) => bucket[2]),
  };
}

describe('bins of histograms', () => {
  it('keep the number of values', () => {
    const binned = binHistograms(columns([[-1, 0.3, 7], [0.3, 2, 5]], [[0, 0, 4]]), 9);
    expect(binned.rows).toBe(2);
    expect(binned.counts.slice(0, 9).reduce((a, b) => a + b)).toBeCloseTo(12);
    expect(binned.counts.slice(9).reduce((a, b) => a + b)).toBeCloseTo(4);
  });

  it('spread a bucket evenly over what it covers', () => {
    const binned = binHistograms(columns([[0, 4, 8]]), 4);
    expect([...binned.counts]).toEqual([2, 2, 2, 2]);
    expect(binned.highest).toBe(2);
  });

  it('put a bucket without width into one bin', () => {
    const binned = binHistograms(columns([[0, 1, 0], [3, 3, 5]]), 4, { low: 0, high: 4 });
    expect([...binned.counts]).toEqual([0, 0, 0, 5]);
  });

  it('leave out histograms of NaN and empty ones, and say which', () => {
    const data = columns([[0, 1, 3]], [[Number.NaN, 1, 3]], [], [[0, 1, 0]]);
    expect([...binHistograms(data, 2).broken]).toEqual([0, 1, 1, 1]);
    expect(brokenSteps(data)).toEqual({ first: 10, toEnd: true });
  });

  it('tell NaN that ends again', () => {
    const data = columns([[0, 1, 3]], [[0, 1, Number.NaN]], [[0, 1, 2]]);
    expect(brokenSteps(data)).toEqual({ first: 10, toEnd: false });
    expect(brokenSteps(columns([[0, 1, 3]]))).toBeNull();
  });
});

describe('the range of values', () => {
  it('is that of the buckets that count something', () => {
    expect(valueRange([columns([[-5, -4, 0], [-1, 0, 2], [0, 3, 1]])])).toEqual({ low: -1, high: 3 });
  });

  it('is never empty', () => {
    expect(valueRange([columns([[2, 2, 9]])])).toEqual({ low: 1, high: 3 });
    expect(valueRange([])).toEqual({ low: -1, high: 1 });
  });

  it('does not reach to the ends that writers leave open', () => {
    const open = columns([[-1.7976931348623157e308, -2, 1], [-2, 5, 4], [5, 1.7976931348623157e308, 1]]);
    expect(valueRange([open])).toEqual({ low: -2, high: 5 });
    expect(closedBucket(Number.NEGATIVE_INFINITY, 3, 1)).toEqual({ left: 3, right: 3, count: 1 });
  });
});

describe('the range without outliers', () => {
  const usual: [number, number, number][] = [[-1, 0, 1000], [0, 1, 1000]];
  it('is the whole, where nothing is far', () => {
    expect(usualRange(columns(usual, [[-2, 2, 100]]))).toEqual({ low: -2, high: 2 });
  });
  it('leaves out a few values that are far', () => {
    const { low, high } = usualRange(columns([...usual, [90, 100, 1]]));
    expect(low).toBe(-1);
    expect(high).toBeGreaterThan(0.9);
    expect(high).toBeLessThan(1.5);
  });
  it('leaves out a step that is unlike the others', () => {
    const many = Array.from({ length: 30 }, () => usual);
    expect(usualRange(columns(...many, [[-500, 500, 2000]])).high).toBeLessThan(1.5);
  });
  it('counts nothing beside it', () => {
    const binned = binHistograms(columns([[0, 1, 4], [9, 9, 7], [50, 60, 3]]), 2, { low: 0, high: 2 });
    expect([...binned.counts]).toEqual([4, 0]);
  });
});

describe('the bucket at a value', () => {
  const data = columns([[0, 1, 3], [1, 2, 4]]);
  it('includes its left edge, and the last its right edge', () => {
    expect(bucketAt(data, 0, 1)?.count).toBe(4);
    expect(bucketAt(data, 0, 2)?.count).toBe(4);
    expect(bucketAt(data, 0, 0.5)?.count).toBe(3);
  });
  it('is none outside', () => {
    expect(bucketAt(data, 0, 2.1)).toBeNull();
  });
});
