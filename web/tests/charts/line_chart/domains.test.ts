import { describe, expect, it } from 'vitest';

import { lowerBound, xExtent, yExtent } from '../../../src/charts/line_chart/domains';
import { kEmptyContent, type ChartContent, type Line } from '../../../src/charts/line_chart/model';

const line = (x: number[], y: number[], more: Partial<Line> = {}): Line => ({ key: 'a', name: 'a', color: '#000000', x, y, ...more });
const content = (...lines: Line[]): ChartContent => ({ ...kEmptyContent, lines });
const steps = Array.from({ length: 101 }, (_, i) => i);

describe('the x extent', () => {
  it('covers lines, branches and what is not finite', () => {
    const drawn = line([10, 20], [1, 2], {
      branches: [{ x: [15, 30], y: [1, 1] }],
      nonFinite: [{ kind: 'NaN', from: 21, to: 40 }],
    });
    expect(xExtent(content(drawn), 'linear')).toEqual([10, 40]);
  });

  it('begins at the first positive step on a log axis', () => {
    expect(xExtent(content(line([0, 1, 100], [1, 1, 1])), 'log')).toEqual([1, 100]);
  });
});

describe('the x extent of many runs', () => {
  const band = (x: readonly number[]): ChartContent => ({
    ...kEmptyContent, bands: [{ key: 'g', name: 'g', color: '#000000', x, middle: x, low: x, high: x, around: 'spread', runs: x }],
  });

  it('begins where they do, half a pixel before the first middle', () => {
    const middles = Array.from({ length: 40 }, (_, i) => 2.5 + 5 * i);
    expect(xExtent(band(middles), 'linear')).toEqual([0, 200]);
    expect(xExtent(band(middles.filter((_, i) => i !== 1)), 'linear')).toEqual([0, 200]);
    expect(xExtent(band([10, 20]), 'linear')).toEqual([10, 20]);
    expect(xExtent(band(middles), 'log')).toEqual([2.5, 197.5]);
  });
});

describe('the y extent', () => {
  it('leaves a lone spike out, if outliers are ignored', () => {
    const y = steps.map((i) => (i === 50 ? 1e6 : 1 + (i % 2)));
    expect(yExtent(content(line(steps, y)), [0, 100], 'linear', true)[1]).toBeLessThan(3);
    expect(yExtent(content(line(steps, y)), [0, 100], 'linear', false)[1]).toBeGreaterThan(1e6);
  });

  it('has all of few values, and begins at 0 where they come near it', () => {
    const [low, high] = yExtent(content(line([0, 1, 2, 3], [5, 6, 7, 40])), [0, 3], 'linear', true);
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(40);
    expect(yExtent(content(line([0, 1], [5, 6])), [0, 3], 'linear', true)[0]).toBeGreaterThan(4);
  });

  it('keeps ends that lie near the rest', () => {
    const [low, high] = yExtent(content(line(steps, steps)), [0, 100], 'linear', true);
    expect(low).toBeLessThanOrEqual(0);
    expect(high).toBeGreaterThanOrEqual(100);
  });

  it('looks only at the window', () => {
    const [low, high] = yExtent(content(line(steps, steps)), [40, 60], 'linear', false);
    expect(low).toBeGreaterThan(35);
    expect(high).toBeLessThan(65);
  });

  it('passes over what is not finite, and on a log axis over what is not positive', () => {
    const [low] = yExtent(content(line([0, 1, 2, 3], [NaN, -5, 0.1, Infinity])), [0, 3], 'log', false);
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(0.1);
  });

  it('counts raw lines only where they are seen', () => {
    const raw = steps.map((i) => i * 10);
    const hidden = line(steps, steps, { raw, rawHidden: true });
    expect(yExtent(content(hidden), [0, 100], 'linear', false)[1]).toBeLessThan(200);
    expect(yExtent(content(line(steps, steps, { raw })), [0, 100], 'linear', false)[1]).toBeGreaterThan(900);
  });
});

it('finds the first index that is not below', () => {
  expect(lowerBound([1, 3, 5], 0)).toBe(0);
  expect(lowerBound([1, 3, 5], 3)).toBe(1);
  expect(lowerBound([1, 3, 5], 6)).toBe(3);
});
