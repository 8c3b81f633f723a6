import { describe, expect, it } from 'vitest';

import { binHistograms, type HistogramColumns } from '../../src/charts/histogram_bins';
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
const drawing = (mode: HistogramMode): HistogramDrawing => ({
  columns, binned: binHistograms(columns, 10), mode, axis: 'step', color: '#000000', chosen: 0, cursor: null, hovered: false,
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
