import { describe, expect, it } from 'vitest';

import type { Aggregate, Curve } from '../../../src/api/types';
import { bandOf, cloudOf, lineOf, type LineLook } from '../../../src/pages/scalars/chart_content';
import { refined, sortValues, valuesAt } from '../../../src/pages/scalars/cursor_values';
import { kEmptyContent } from '../../../src/charts/line_chart/model';

const look: LineLook = { nameOf: (run) => `run${run}`, colorOf: () => '#102030', isLive: () => true, rawHidden: false };
const curve = (more: Partial<Curve> = {}): Curve => ({
  tag: 'loss', run: 3, version: 1, exact: true, points_in_window: 3,
  step: Uint32Array.of(10, 20, 30), wall: Float64Array.of(100, 105, 110), value: Float32Array.of(1, 2, 3),
  before: null, after: null, non_finite: [], restarts: [], ...more,
});
const origin = { step: 10, wall: 100 };

describe('a curve on an axis', () => {
  it.each([
    ['step', [10, 20, 30]],
    ['relative_step', [0, 10, 20]],
    ['wall', [100, 105, 110]],
    ['relative', [0, 5, 10]],
  ] as const)('of %s', (axis, x) => {
    expect([...(lineOf(curve(), axis, origin, look, ['loss']).x as Float64Array)]).toEqual(x);
  });

  it('counts from where the whole curve begins, not its window', () => {
    const windowed = curve({ before: { step: 5, wall: 97, value: 0 } });
    const line = lineOf(windowed, 'relative', { step: 0, wall: 90 }, look, ['loss']);
    expect([...(line.x as Float64Array)]).toEqual([7, 10, 15, 20]);
  });

  it('is drawn smoothed, with what was written behind it', () => {
    const line = lineOf(curve({ smoothed: Float32Array.of(1, 1.5, 2) }), 'step', origin, look, ['loss']);
    expect([...(line.y as Float64Array)]).toEqual([1, 1.5, 2]);
    expect([...(line.raw as Float64Array)]).toEqual([1, 2, 3]);
  });

  it('tells tags apart by dashes and names', () => {
    const line = lineOf(curve({ tag: 'b' }), 'step', origin, look, ['a', 'b']);
    expect(line.dash).toBeDefined();
    expect(line.name).toBe('run3 · b');
  });

  it('has branches that leave it at the last point that was kept', () => {
    const restarted = curve({
      restarts: [{ branch: 0, restart_step: 20, restart_wall: 1, step: Uint32Array.of(20, 25), wall: Float64Array.of(103, 104), value: Float32Array.of(9, 10) }],
    });
    const [branch] = lineOf(restarted, 'step', origin, look, ['loss']).branches ?? [];
    expect(branch).toEqual({ x: [10, 20, 25], y: [1, 9, 10] });
  });
});

const aggregate: Aggregate = {
  runs: 4, x: Float64Array.of(0, 1), curves: Uint32Array.of(4, 4), mean: Float64Array.of(2, 4), deviation: Float64Array.of(1, 2),
  min: Float64Array.of(0, 1), max: Float64Array.of(5, 6),
  quantiles: [Float64Array.of(0.5, 1), Float64Array.of(2.5, 3), Float64Array.of(4, 5)],
  density: Uint32Array.of(1, 2, 3, 4, 5, 6), density_low: 0, density_high: 6,
};

describe('many runs as one', () => {
  it('have a band of deviation, error, range or quantiles', () => {
    const ends = (kind: 'deviation' | 'error' | 'range' | 'quantiles'): number[] => {
      const band = bandOf(aggregate, 'g', 'g', '#000000', kind);
      return [band.low[0] ?? NaN, band.middle[0] ?? NaN, band.high[0] ?? NaN];
    };
    expect(ends('deviation')).toEqual([1, 2, 3]);
    expect(ends('error')).toEqual([1.5, 2, 2.5]);
    expect(ends('range')).toEqual([0, 2, 5]);
    expect(ends('quantiles')).toEqual([0.5, 2.5, 4]);
  });

  it('are a cloud with as many bins as there are for each pixel', () => {
    const column = Float64Array.of(0, 0);
    const median = Float64Array.of(7, 8);
    const quantiles = [column, column, column, median, column, column, column];
    expect(cloudOf({ ...aggregate, quantiles })?.bins).toBe(3);
    expect(cloudOf({ ...aggregate, quantiles })?.median).toBe(median);
    expect(cloudOf({ ...aggregate, quantiles: [] })).toBeNull();
  });
});

describe('values at the cursor', () => {
  const ended = lineOf(curve({ run: 1 }), 'step', origin, look, ['loss']);
  const going = lineOf(curve({ run: 2, step: Uint32Array.of(10, 50), wall: Float64Array.of(1, 2), value: Float32Array.of(5, 6) }), 'step', origin, look, ['loss']);
  const content = { ...kEmptyContent, lines: [ended, going] };

  it('leave out lines that ended before it', () => {
    expect(valuesAt(content, 45, 1, '#000000').map(({ name }) => name)).toEqual(['run2']);
  });

  it('tell NaN where it happened', () => {
    const broken = { ...ended, nonFinite: [{ kind: 'NaN' as const, from: 31, to: 60 }] };
    expect(valuesAt({ ...kEmptyContent, lines: [broken] }, 45, 1, '#000000')[0]?.y).toBeNaN();
  });

  describe('where a line is reduced', () => {
    const sparse = lineOf(curve({ exact: false, step: Uint32Array.of(10, 90), wall: Float64Array.of(1, 9), value: Float32Array.of(5, 6) }), 'step', origin, look, ['loss']);
    const close = lineOf(curve({ step: Uint32Array.of(39, 41), wall: Float64Array.of(3, 4), value: Float32Array.of(7, 8) }), 'step', origin, look, ['loss']);
    const values = valuesAt({ ...kEmptyContent, lines: [sparse] }, 40.8, 1, '#000000');

    it('are of a point near by, and say so', () => {
      expect(values[0]).toMatchObject({ y: 5, exact: false });
      expect(refined(values, [], 40.8)).toEqual(values);
      expect(valuesAt({ ...kEmptyContent, lines: [sparse] }, 90, 1, '#000000')[0]).toMatchObject({ y: 6, exact: true });
    });

    it('are of the nearest point of all, once it is known', () => {
      expect(refined(values, [close], 40.8)[0]).toMatchObject({ y: 8, step: 41, wall: 4, exact: true });
    });

    it('are NaN only at the very steps that are', () => {
      const joined = { ...sparse, nonFinite: [{ kind: 'NaN' as const, from: 20, to: 60 }] };
      const there = valuesAt({ ...kEmptyContent, lines: [joined] }, 39, 1, '#000000');
      expect(there[0]).toMatchObject({ y: NaN, exact: false });
      expect(refined(there, [close], 39)[0]).toMatchObject({ y: 7, exact: true });
      expect(refined(values, [{ ...close, y: [7, NaN] }], 41)[0]).toMatchObject({ y: NaN, exact: true });
    });
  });

  it('of a group have what lies around them, and of how many runs', () => {
    const at = (kind: 'deviation' | 'quantiles') => {
      const bands = [bandOf(aggregate, 'g', 'g', '#000000', kind)];
      return valuesAt({ ...kEmptyContent, bands }, aggregate.x[0] ?? NaN, 1, '#000000')[0];
    };
    expect(at('deviation')).toMatchObject({ name: `g · n = ${aggregate.curves[0]}`, y: 2, around: '± 1' });
    expect(at('quantiles')).toMatchObject({ y: 2.5, around: '0.5000 – 4' });
  });

  it('of a cloud look unlike each other', () => {
    const column = Float64Array.of(0, 0);
    const cloud = cloudOf({ ...aggregate, quantiles: [column, column, column, column, column, column, column] });
    const marks = valuesAt({ ...kEmptyContent, cloud }, aggregate.x[0] ?? NaN, 1, '#000000').map(({ mark }) => mark);
    expect(marks).toEqual(['edge', 'line', 'edge']);
  });

  it('are sorted as wished', () => {
    const values = valuesAt(content, 20, 1, '#000000');
    expect(sortValues(values, 'descending', null).map(({ y }) => y)).toEqual([5, 2]);
    expect(sortValues(values, 'ascending', null).map(({ y }) => y)).toEqual([2, 5]);
    expect(sortValues(values, 'nearest', 4.5).map(({ y }) => y)).toEqual([5, 2]);
    expect(sortValues(values, 'name', null).map(({ name }) => name)).toEqual(['run1', 'run2']);
  });
});
