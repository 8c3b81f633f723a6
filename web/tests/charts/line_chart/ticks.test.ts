import { describe, expect, it } from 'vitest';

import { formatLogTicks, linearTicks, logTicks, numberTicks, stepTicks } from '../../../src/charts/line_chart/ticks';

const labels = (low: number, high: number, count: number): string[] =>
  numberTicks('linear', [low, high], count).map((tick) => tick.label);

describe('linear ticks', () => {
  it('stand at 1, 2 or 5 times a power of ten', () => {
    expect(linearTicks([0, 60000], 3).values).toEqual([0, 20000, 40000, 60000]);
    expect(linearTicks([2.9, 3.86], 5).step).toBeCloseTo(0.2);
    expect(linearTicks([0, 1], 2).step).toBeCloseTo(0.5);
  });

  it('are exact where binary fractions are not', () => {
    expect(linearTicks([0, 0.7], 7).values).toContain(0.3);
    expect(linearTicks([-0.3, 0.3], 6).values).toContain(0);
  });

  it('stay inside of the domain', () => {
    const { values } = linearTicks([0.13, 0.87], 4);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0.13);
    expect(Math.max(...values)).toBeLessThanOrEqual(0.87);
  });

  it('are few even when the domain is a hair wide', () => {
    expect(linearTicks([1, 1 + 1e-13], 4).values.length).toBeLessThan(100);
    expect(linearTicks([1, 1], 4).values).toEqual([1]);
  });
});

describe('labels of an axis', () => {
  it('share one format', () => {
    expect(labels(0, 60000, 3)).toEqual(['0', '20k', '40k', '60k']);
    expect(labels(3, 4, 5)).toEqual(['3.0', '3.2', '3.4', '3.6', '3.8', '4.0']);
    expect(labels(0, 1e-3, 5)).toEqual(['0', '2e−4', '4e−4', '6e−4', '8e−4', '1e−3']);
  });

  it('tell neighbours apart', () => {
    for (const [low, high] of [[41200, 41260], [1e6, 1e6 + 3], [0.123456, 0.123459], [-1e-7, 1e-7], [1e12, 3e12]] as const) {
      const all = labels(low, high, 4);
      expect(new Set(all).size, `${low} to ${high}: ${all.join(' ')}`).toBe(all.length);
    }
  });

  it('write minus as a minus', () => {
    expect(labels(-2, 2, 4).join(' ')).not.toContain('-');
    expect(labels(-2, 2, 4)).toContain('−2');
  });
});

describe('log ticks', () => {
  it('are decades where there are many', () => {
    expect(logTicks([1e-6, 1e6], 13)).toEqual([1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1e3, 1e4, 1e5, 1e6]);
    expect(logTicks([1e-6, 1e6], 5).length).toBeLessThanOrEqual(5);
  });

  it('have 1 and 3 of each decade where there is room', () => {
    expect(logTicks([0.25, 22], 4)).toEqual([0.3, 1, 3, 10]);
  });

  it('fall back to linear ones within a decade', () => {
    expect(logTicks([3.1, 3.9], 4).length).toBeGreaterThanOrEqual(2);
  });

  it('are written all plain or all with exponents', () => {
    expect(formatLogTicks([0.3, 1, 3, 10])).toEqual(['0.3', '1', '3', '10']);
    expect(formatLogTicks([1e-5, 1e-3, 0.1])).toEqual(['1e−5', '1e−3', '1e−1']);
    expect(formatLogTicks([1, 100, 10000])).toEqual(['1', '100', '10k']);
    expect(formatLogTicks([10, 100, 1000])).toEqual(['10', '100', '1,000']);
  });
});

describe('ticks of steps', () => {
  const steps = (low: number, high: number): string[] => stepTicks('linear', [low, high], 4).map(({ label }) => label);

  it('are whole', () => {
    expect(steps(0.95, 1.05)).toEqual(['1']);
    expect(steps(-1, 1)).toEqual(['−1', '0', '1']);
    expect(steps(0, 3)).toEqual(['0', '1', '2', '3']);
    expect(steps(10.2, 10.8)).toEqual([]);
    expect(stepTicks('log', [0.4, 30], 4).every(({ value }) => Number.isInteger(value))).toBe(true);
  });

  it('are told in full where only their last digits differ', () => {
    expect(steps(1e12, 1e12 + 99)).toContain('1,000,000,000,040');
  });
});
