import { describe, expect, it } from 'vitest';

import { blurred, tonesOf } from '../../../src/charts/line_chart/draw_density';
import type { Cloud } from '../../../src/charts/line_chart/model';

const kColumns = 20;
const kBins = 24;
const cells = (count: (column: number, bin: number) => number): Float64Array =>
  Float64Array.from({ length: kColumns * kBins }, (_, i) => count(Math.floor(i / kBins), i % kBins));
const cloudOf = (curves: number): Cloud => ({
  runs: curves, x: Array.from({ length: kColumns }, (_, i) => i), curves: new Array<number>(kColumns).fill(curves),
  low: [], median: [], high: [], around: [], density: null, bins: kBins, densityRange: [0, 1],
});

describe('the density of many runs', () => {
  it('loses no run by being blurred', () => {
    const counts = cells((column, bin) => (column * 7 + bin * 3) % 5);
    const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0);
    expect(sum(blurred(counts, kColumns, kBins))).toBeCloseTo(sum(counts), 1);
  });

  it('has no stripes where only the grid has them', () => {
    const stripes = cells((column, bin) => (bin >= 4 && bin < 20 && (bin + column) % 2 === 0 ? 20 : 0));
    const smooth = blurred(stripes, kColumns, kBins);
    const inner = [8, 9, 10, 11, 12, 13].map((bin) => smooth[10 * kBins + bin] ?? 0);
    expect(Math.max(...inner) / Math.min(...inner)).toBeLessThan(1.05);
  });

  it('is no slab, however many runs there are', () => {
    for (const runs of [100, 10_000]) {
      const hill = cells((_, bin) => runs * Math.exp(-(((bin - 12) / 4) ** 2)));
      const tones = tonesOf(cloudOf(runs), hill);
      const [middle = 0, side = 0, edge = 0] = [12, 16, 20].map((bin) => tones[10 * kBins + bin]);
      expect(middle).toBeGreaterThan(0.95);
      expect(side).toBeLessThan(0.6 * middle);
      expect(edge).toBeLessThan(0.2 * middle);
    }
  });

  it('fades where runs have ended', () => {
    const cloud = { ...cloudOf(100), curves: Array.from({ length: kColumns }, (_, i) => (i < 10 ? 100 : 25)) };
    const tones = tonesOf(cloud, cells((column, bin) => (bin === 12 ? (column < 10 ? 100 : 25) : 0)));
    expect(tones[18 * kBins + 12]).toBeLessThan(0.6 * (tones[2 * kBins + 12] ?? 0));
  });
});
