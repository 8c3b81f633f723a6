import { describe, expect, it } from 'vitest';

import { movedCursor, walkedColumn, walkedIndex } from '../../../src/charts/line_chart/cursor_steps';
import { interpolate, nearestIndex, nearestLine, pointAt, snap } from '../../../src/charts/line_chart/hit_testing';
import type { Plot } from '../../../src/charts/line_chart/layout';
import { kEmptyContent, type Line } from '../../../src/charts/line_chart/model';
import { makeScale } from '../../../src/charts/line_chart/scales';

const plot = {
  x: makeScale('linear', [0, 100], [0, 100]),
  y: makeScale('linear', [0, 100], [100, 0]),
} as Plot;
const line = (key: string, x: number[], y: number[]): Line => ({ key, name: key, color: '#000000', x, y });

describe('what lies under the cursor', () => {
  it('is the nearest point of a line', () => {
    expect(nearestIndex([0, 10, 20], 4)).toBe(0);
    expect(nearestIndex([0, 10, 20], 6)).toBe(1);
    expect(nearestIndex([0, 10, 20], 99)).toBe(2);
    expect(nearestIndex([], 1)).toBe(-1);
  });

  it('is the nearest line, between its points too', () => {
    const flat = line('flat', [0, 100], [20, 20]);
    const steep = line('steep', [0, 100], [0, 100]);
    expect(nearestLine([flat, steep], plot, 50, 78)?.key).toBe('flat');
    expect(nearestLine([flat, steep], plot, 80, 21)?.key).toBe('steep');
    expect(nearestLine([flat, steep], plot, 50, 50)?.distance).toBeCloseTo(0);
    expect(nearestLine([], plot, 50, 50)).toBeNull();
  });

  it('does not follow a line through a NaN', () => {
    const broken = line('broken', [0, 50, 100], [20, NaN, 20]);
    expect(nearestLine([broken], plot, 10, 80)?.distance).toBeCloseTo(10);
  });

  it('snaps to steps that were written', () => {
    expect(snap([{ x: [0, 10] }, { x: [7] }], 6)).toBe(7);
    expect(snap([], 6)).toBeNull();
  });

  it('is nothing beyond the end of a line', () => {
    expect(pointAt({ x: [0, 10] }, 14, 1)).toBe(-1);
    expect(pointAt({ x: [0, 10] }, 10.5, 1)).toBe(1);
  });
});

describe('interpolation', () => {
  it('goes straight between neighbours', () => {
    expect(interpolate([0, 10, 20], [0, 100, 0], 5)).toBe(50);
    expect(interpolate([0, 10, 20], [0, 100, 0], 10)).toBe(100);
    expect(interpolate([0, 10, 20], [0, 100, 0], 0)).toBe(0);
  });

  it('knows nothing outside, nor across a NaN', () => {
    expect(interpolate([0, 10], [1, 2], 11)).toBeNaN();
    expect(interpolate([0, 10], [1, 2], -1)).toBeNaN();
    expect(interpolate([0, 10], [1, NaN], 5)).toBeNaN();
    expect(interpolate([], [], 5)).toBeNaN();
  });
});

describe('keys', () => {
  it('walk along the highlighted line, else the longest', () => {
    const content = { ...kEmptyContent, lines: [line('a', [1, 2, 3], [1, 1, 1]), line('b', [5], [1])] };
    expect(walkedColumn(content, 'b')).toEqual([5]);
    expect(walkedColumn(content, null)).toEqual([1, 2, 3]);
  });

  it('stop at the ends', () => {
    expect(movedCursor([1, 2, 3], 2, 1)).toBe(3);
    expect(movedCursor([1, 2, 3], 3, 10)).toBe(3);
    expect(movedCursor([1, 2, 3], 2, -10)).toBe(1);
    expect(movedCursor([1, 2, 3], null, -1)).toBe(3);
    expect(movedCursor([], 2, 1)).toBeNull();
  });
});

describe('walking along points that are known in part', () => {
  const column = [10, 20, 30, 40];

  it('goes to every point, from points and from between them', () => {
    expect(walkedIndex(column, 20, 1)).toEqual({ index: 2, left: 0 });
    expect(walkedIndex(column, 20, -1)).toEqual({ index: 0, left: 0 });
    expect(walkedIndex(column, 29, 1)).toEqual({ index: 2, left: 0 });
    expect(walkedIndex(column, 29, -1)).toEqual({ index: 1, left: 0 });
  });

  it('says how many points it lacks', () => {
    expect(walkedIndex(column, 20, 10)).toEqual({ index: 3, left: 8 });
    expect(walkedIndex(column, 20, -10)).toEqual({ index: 0, left: -9 });
  });
});
