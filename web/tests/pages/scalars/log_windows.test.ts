import { describe, expect, it } from 'vitest';

import type { Curve } from '../../../src/api/types';
import { cutAtDecades, decadesUpTo, joinCurves } from '../../../src/pages/scalars/log_windows';

describe('windows of a logarithmic axis', () => {
  it('are its decades', () => {
    expect(decadesUpTo(4000)).toEqual([1, 10, 100, 1000]);
    expect(decadesUpTo(1)).toEqual([]);
    expect(decadesUpTo(1e30)).toHaveLength(12);
  });

  it('cover all there is, each point once', () => {
    const windows = cutAtDecades(null, decadesUpTo(4000));
    expect(windows).toHaveLength(4);
    expect(windows[0]?.from).toBeUndefined();
    expect(windows[3]?.to).toBeUndefined();
    for (const step of [0, 1, 9, 10, 11, 99, 100, 1000, 9999]) {
      const holding = windows.filter(({ from = -Infinity, to = Infinity }) => step >= from && step <= to);
      expect(holding, `step ${step}`).toHaveLength(1);
    }
  });

  it('stay inside of a zoom', () => {
    const windows = cutAtDecades({ from: 50, to: 2000 }, decadesUpTo(4000));
    expect(windows.map(({ from }) => from)).toEqual([50, 100, 1000]);
    expect(windows[2]?.to).toBe(2000);
  });

  it('are one on a linear axis', () => {
    expect(cutAtDecades(null, [])).toEqual([{}]);
    expect(cutAtDecades({ from: 1, to: 2 }, [])).toEqual([{ from: 1, to: 2 }]);
  });
});

describe('curves of neighbouring windows', () => {
  const curve = (run: number, steps: number[], more: Partial<Curve> = {}): Curve => ({
    tag: 'loss', run, version: 1, exact: true, points_in_window: steps.length,
    step: Uint32Array.from(steps), wall: Float64Array.from(steps), value: Float32Array.from(steps),
    before: null, after: null, non_finite: [], restarts: [], ...more,
  });

  it('are put together, run by run', () => {
    const span = { kind: 'NaN' as const, first: { step: 3, wall: 3 }, last: { step: 12, wall: 12 }, points: 2 };
    const after = { step: 99, wall: 99, value: 1 };
    const joined = joinCurves([
      [curve(1, [1, 2], { non_finite: [span] }), curve(2, [5])],
      [curve(1, [10, 20], { non_finite: [span], exact: false, after })],
    ]);
    expect(joined.map(({ run }) => run)).toEqual([1, 2]);
    expect([...(joined[0]?.step ?? [])]).toEqual([1, 2, 10, 20]);
    expect(joined[0]).toMatchObject({ exact: false, points_in_window: 4, after, non_finite: [span] });
    expect([...(joined[1]?.step ?? [])]).toEqual([5]);
  });

  it('keep their superseded branches whole', () => {
    const branch = (steps: number[]) => ({
      branch: 0, restart_step: 5, restart_wall: 1,
      step: Uint32Array.from(steps), wall: Float64Array.from(steps), value: Float32Array.from(steps),
    });
    const [joined] = joinCurves([[curve(1, [1], { restarts: [branch([6, 7])] })], [curve(1, [10], { restarts: [branch([11])] })]]);
    expect(joined?.restarts).toHaveLength(1);
    expect([...(joined?.restarts[0]?.step ?? [])]).toEqual([6, 7, 11]);
  });
});
