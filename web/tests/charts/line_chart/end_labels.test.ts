import { describe, expect, it } from 'vitest';

import { endLabels, pushApart } from '../../../src/charts/line_chart/end_labels';
import { kEmptyContent, type Line } from '../../../src/charts/line_chart/model';
import { shortNumber } from '../../../src/charts/line_chart/short_number';
import type { ChartTheme } from '../../../src/charts/theme';

const kTheme = { token: { '--text-1': '#000000' }, rawAlpha: 1, bandAlpha: 1 } as unknown as ChartTheme;

const gaps = (places: readonly number[]): number[] => {
  const sorted = [...places].sort((a, b) => a - b);
  return sorted.slice(1).map((place, i) => place - (sorted[i] ?? 0));
};

describe('labels at the ends', () => {
  it('stay where they are when there is room', () => {
    expect(pushApart([10, 50, 90], 12.5, 0, 100)).toEqual([10, 50, 90]);
  });

  it('move apart evenly when there is not', () => {
    const moved = pushApart([50, 50], 12.5, 0, 100);
    expect(moved.reduce((a, b) => a + b)).toBeCloseTo(100);
    expect(gaps(moved)[0]).toBeCloseTo(12.5);
  });

  it('keep their order, whatever order they come in', () => {
    const moved = pushApart([52, 50, 51], 12.5, 0, 100);
    expect(moved[1]).toBeLessThan(moved[2] ?? 0);
    expect(moved[2]).toBeLessThan(moved[0] ?? 0);
  });

  it('stay inside, and never overlap while they fit', () => {
    for (const places of [[0, 1, 2, 3], [97, 98, 99, 100], [-40, 50, 51, 300], [0, 0, 100, 100, 50, 50, 50, 50]]) {
      const moved = pushApart(places, 12.5, 0, 100);
      expect(Math.min(...moved)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...moved)).toBeLessThanOrEqual(100);
      for (const gap of gaps(moved)) expect(gap).toBeGreaterThanOrEqual(12.5 - 1e-9);
    }
  });

  it('are nothing when there are none', () => {
    expect(pushApart([], 12.5, 0, 100)).toEqual([]);
  });
});

describe('labels with names', () => {
  const line = (name: string, y: readonly number[], ended = false): Line => ({
    key: name, name, color: '#4466d2', x: [0, 1, 2], y, nonFinite: ended ? [{ kind: 'NaN', from: 2, to: 2 }] : [],
  });
  const lines = [line('a', [1, 2, 3]), line('b', [5, 6, NaN], true)];
  const content = { ...kEmptyContent, lines };

  it('say whose a value is, and where a line ended in NaN', () => {
    const labels = endLabels(content, [0, 2], kTheme, true);
    expect(labels.map(({ text, value }) => [text, value])).toEqual([['3.00  a', 3], ['NaN  b', 6]]);
  });

  it('are of lines in the window, not of those that ended before it', () => {
    const ended = line('ended', [1, 2, 3]);
    const going: Line = { ...line('going', [4, 6, 8]), x: [1, 3, 9] };
    const texts = (from: number, to: number): string[] =>
      endLabels({ ...kEmptyContent, lines: [ended, going] }, [from, to], kTheme).map(({ text }) => text);
    expect(texts(0, 9)).toEqual(['3.00', '8.00']);
    expect(texts(2.5, 9)).toEqual(['8.00']);
    expect(texts(4, 6)).toEqual(['7.00']); // Drawn between its points outside.
    expect(texts(10, 12)).toEqual([]);
  });

  it('are numbers alone elsewhere', () => {
    expect(endLabels(content, [0, 2], kTheme).map(({ text }) => text)).toEqual(['3.00']);
  });
});

describe('numbers in the gutter', () => {
  it('have three digits that matter', () => {
    expect(shortNumber(3.4689)).toBe('3.47');
    expect(shortNumber(0.58671)).toBe('0.587');
    expect(shortNumber(412.4)).toBe('412');
    expect(shortNumber(71.26)).toBe('71.3');
    expect(shortNumber(48_210)).toBe('48.2k');
    expect(shortNumber(2_340_000)).toBe('2.3M');
  });

  it('never say 0 for what is not, and write minus as a minus', () => {
    expect(shortNumber(7.2e-5)).toBe('7e−5');
    expect(shortNumber(-0.0004)).toBe('−4e−4');
    expect(shortNumber(0)).toBe('0');
    expect(shortNumber(-3.5)).toBe('−3.50');
  });
});
