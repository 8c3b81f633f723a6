import { describe, expect, it } from 'vitest';

import { binHistograms, type HistogramColumns } from '../../src/charts/histogram_bins';
import { countPart, countsOnto, type CountScale } from '../../src/charts/histogram_counts';
import { hitHistogram } from '../../src/charts/histogram_hit';
import { nearestRow } from '../../src/charts/histogram_over_time';
import { shownRows } from '../../src/charts/histogram_ridges';
import { plotOf, timeOf, type HistogramDrawing, type HistogramMode } from '../../src/charts/histogram_surface';

const columns: HistogramColumns = {
  step: [0, 10, 20],
  wall: [100, 160, 220],
  offset: [0, 2, 4, 6],
  left: [0, 5, 0, 5, 0, 5],
  right: [5, 10, 5, 10, 5, 10],
  count: [1, 2, 3, 4, 5, 6],
};
const drawing = (mode: HistogramMode, counts: CountScale = 'linear'): HistogramDrawing => ({
  columns, binned: binHistograms(columns, 10), mode, axis: 'step', counts, color: '#000000', chosen: 0, cursor: null, hovered: false,
});

describe('rows of the offset mode', () => {
  it('are all, where there is room', () => {
    expect(shownRows(4, 10, -1)).toEqual([0, 1, 2, 3]);
  });
  it('are evenly chosen with the first, the last and the chosen one', () => {
    expect(shownRows(101, 5.9, 33)).toEqual([0, 25, 33, 50, 75, 100]);
  });
  it('may be one or none', () => {
    expect(shownRows(1, 9, 0)).toEqual([0]);
    expect(shownRows(0, 9, -1)).toEqual([]);
  });
});

describe('the axis of time', () => {
  it('holds steps, seconds since the first, or times', () => {
    expect(timeOf(columns, 'step', 1)).toBe(10);
    expect(timeOf(columns, 'relative', 1)).toBe(60);
    expect(timeOf(columns, 'wall', 1)).toBe(160);
  });
  it('has a nearest row for every time', () => {
    expect([-5, 4, 6, 99].map((time) => nearestRow([0, 10, 20], time))).toEqual([0, 0, 1, 2]);
    expect(nearestRow([], 3)).toBe(-1);
    expect(nearestRow([7], 3)).toBe(0);
  });
});

describe('the pointer on a histogram', () => {
  it('finds bucket and count in a heat map', () => {
    const plot = plotOf('heat', 400, 300);
    const hit = hitHistogram(drawing('heat'), plot, plot.left + plot.width, plot.top + 1);
    expect(hit).toMatchObject({ row: 2, bucket: { left: 5, right: 10, count: 6 }, total: 11 });
  });
  it('finds the ridge in front', () => {
    const plot = plotOf('offset', 400, 300);
    const bottom = plot.top + plot.height;
    expect(hitHistogram(drawing('offset'), plot, plot.left + 5, bottom - 1)).toMatchObject({ row: 2, bucket: { count: 5 } });
    expect(hitHistogram(drawing('offset'), plot, plot.left + 5, plot.top)).toMatchObject({ row: 0 });
  });
  it('finds the nearest curve of an overlay', () => {
    const plot = plotOf('overlay', 400, 300);
    expect(hitHistogram(drawing('overlay'), plot, plot.left + 5, plot.top + plot.height)).toMatchObject({ row: 0 });
    expect(hitHistogram(drawing('overlay'), plot, plot.left + 5, plot.top)).toMatchObject({ row: 2 });
  });
});

describe('counts', () => {
  const tall: HistogramColumns = {
    step: [0], wall: [0], offset: [0, 4], left: [0, 1, 2, 3], right: [1, 2, 3, 4], count: [1, 0, 100, 10_000],
  };
  const binned = binHistograms(tall, 4);

  it('stand in proportion', () => {
    expect([0, 1, 100, 10_000].map(countPart(binned, 'linear'))).toEqual([0, 1e-4, 0.01, 1]);
  });
  it('stand by their logarithm, a single one above the base, nothing on it', () => {
    const [nothing, one = NaN, hundred = NaN, all] = [0, 1, 100, 10_000].map(countPart(binned, 'log'));
    expect([nothing, all]).toEqual([0, 1]);
    expect(one).toBeGreaterThan(0.05);
    expect(hundred - one).toBeCloseTo(1 - hundred, 10);
  });
  it('may all be nothing', () => {
    const none = { ...binned, highest: 0, lowest: Number.POSITIVE_INFINITY };
    expect(countPart(none, 'log')(0)).toBe(0);
    expect(countPart(none, 'linear')(0)).toBe(0);
  });
  it('far below the highest do not stretch the scale', () => {
    const odd = { ...binned, lowest: 1e-12 };
    expect(countsOnto(odd, 'log', [0, 1]).domain[0]).toBeCloseTo(0.01, 10);
  });
  it('are found where they are drawn', () => {
    const plot = plotOf('overlay', 400, 300);
    // By the logarithm the middle curve, 3 of 1 to 5, stands nearer to the upper one.
    const y = (part: number) => plot.top + plot.height * (1 - part);
    const middle = countPart(drawing('overlay').binned, 'log')(0.6);
    expect(hitHistogram(drawing('overlay', 'log'), plot, plot.left + 5, y(middle))).toMatchObject({ row: 1 });
    expect(hitHistogram(drawing('overlay'), plot, plot.left + 5, y(middle))).toMatchObject({ row: 2 });
  });
});
