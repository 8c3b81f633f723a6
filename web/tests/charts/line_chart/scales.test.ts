import { describe, expect, it } from 'vitest';

import { makeScale, panned, tidied, widen, zoomed } from '../../../src/charts/line_chart/scales';

describe('scales', () => {
  it.each(['linear', 'log'] as const)('%s ones go there and back', (kind) => {
    const scale = makeScale(kind, [0.1, 50], [44, 300]);
    expect(scale.pixel(0.1)).toBeCloseTo(44);
    expect(scale.pixel(50)).toBeCloseTo(300);
    for (const value of [0.2, 1, 7, 49]) expect(scale.value(scale.pixel(value))).toBeCloseTo(value);
  });

  it('have no place for zero on a log axis', () => {
    const scale = makeScale('log', [1, 100], [0, 100]);
    expect(scale.pixel(0)).toBeNaN();
    expect(scale.pixel(-1)).toBeNaN();
  });

  it('zoom about a pixel that keeps its value', () => {
    for (const kind of ['linear', 'log'] as const) {
      const scale = makeScale(kind, [1, 1000], [0, 100]);
      const closer = makeScale(kind, zoomed(scale, 0.5, 30), [0, 100]);
      expect(closer.value(30)).toBeCloseTo(scale.value(30));
      expect(closer.domain[0]).toBeGreaterThan(scale.domain[0]);
    }
  });

  it('pan by what was dragged', () => {
    expect(panned(makeScale('linear', [0, 100], [0, 200]), 20)).toEqual([-10, 90]);
  });

  it('are tidied to what can be seen', () => {
    expect(tidied([344.03318177343675, 605.1829068715141])).toEqual([344.03, 605.18]);
    expect(tidied([1.23456789e-5, 9.87654321e-5])).toEqual([1.2346e-5, 9.8765e-5]);
    expect(tidied([1794749407.2975898, 1794749431.0975897])).toEqual([1794749407.298, 1794749431.098]);
  });

  it('give every domain an extent', () => {
    const [low, high] = widen('linear', [3, 3]);
    expect(low).toBeLessThan(3);
    expect(high).toBeGreaterThan(3);
    expect(widen('linear', [0, 0])).toEqual([-1, 1]);
    expect(widen('linear', [NaN, NaN])).toEqual([0, 1]);
    expect(widen('log', [-5, 100])[0]).toBeGreaterThan(0);
    expect(widen('log', [-5, -1])).toEqual([1, 10]);
    expect(widen('linear', [5, 2])).toEqual([2, 5]);
  });
});
