import { expect, it } from 'vitest';

import { xExtent, yExtent } from '../../../src/charts/line_chart/domains';
import { drawBands, drawCloud } from '../../../src/charts/line_chart/draw_bands';
import { isLone } from '../../../src/charts/line_chart/draw_lone';
import type { Plot } from '../../../src/charts/line_chart/layout';
import type { ChartContent, Cloud } from '../../../src/charts/line_chart/model';
import { makeScale } from '../../../src/charts/line_chart/scales';
import { SvgSurface } from '../../../src/charts/line_chart/svg_surface';
import type { ChartTheme } from '../../../src/charts/theme';

const plot = {
  left: 0, right: 100, top: 0, bottom: 100,
  x: makeScale('linear', [0, 10], [0, 100]),
  y: makeScale('linear', [0, 10], [100, 0]),
} as Plot;
const theme = {
  token: { '--s-muted': '#888888', '--text-1': '#111111', '--text-3': '#333333' }, rawAlpha: 0.1, bandAlpha: 0.2,
} as unknown as ChartTheme;
const cloud: Cloud = {
  runs: 50, x: [5], curves: [50], low: [3], median: [4], high: [6], around: [[[2], [8]], [[3], [6]], [[3.5], [5]]],
  density: [0, 20, 0, 30], bins: 4, densityRange: [0, 8],
};

function drawing(draw: (surface: SvgSurface) => void): string {
  const surface = new SvgSurface({ font: '', measureText: () => ({ width: 0 }) as TextMetrics });
  draw(surface);
  return surface.text(100, 100);
}

it('draws runs of one point each as points, their band and a mark at the median', () => {
  const text = drawing((surface) => drawCloud(surface, plot, cloud, theme));
  expect(text.match(/fill="#888888"/g)).toHaveLength(2); // Two bins have runs.
  expect(text).toMatch(/fill="#333333"/);
  expect(text).toContain('d="M41 60L59 60"');
});

it('joins no points of different runs', () => {
  const apart: Cloud = {
    ...cloud, runs: 50, x: [2, 8], curves: [48, 2], low: [3, 3], median: [4, 4], high: [6, 6],
    density: [0, 20, 0, 28, 1, 0, 0, 1],
  };
  const text = drawing((surface) => drawCloud(surface, plot, apart, theme));
  expect(text.match(/fill="#888888"/g)).toHaveLength(4);
  expect(text).toContain('d="M11 60L29 60"');
  expect(text).not.toContain('L80 60'); // Two runs have no median to speak of.
  expect(isLone({ ...apart, curves: [48, 48] })).toBe(false);
});

it('draws a group of one point as a mark, and between lines, too', () => {
  const band = { key: 'a', name: 'a', color: '#ff0000', x: [1, 2, 3, 8], middle: [1, 2, NaN, 5], low: [0, 1, NaN, 4], high: [2, 3, NaN, 6], around: 'spread', runs: [2, 2, 0, 2] } as const;
  const text = drawing((surface) => drawBands(surface, plot, [band], theme));
  expect(text).toContain('d="M10 90L20 80M71 50L89 50"');
});

it('has all of its points in sight', () => {
  const content = { lines: [], bands: [], cloud, markers: [] } as unknown as ChartContent;
  const [low, high] = yExtent(content, [0, 10], 'linear', false);
  expect(low).toBeLessThanOrEqual(0);
  expect(high).toBeGreaterThanOrEqual(8);
  const wide = { ...content, cloud: { ...cloud, x: [0, 100], curves: [20, 30] } };
  expect(xExtent(wide, 'linear')).toEqual([-4, 104]);
});
