import { describe, expect, it } from 'vitest';

import { drawLines } from '../../../src/charts/line_chart/draw_lines';
import type { Plot } from '../../../src/charts/line_chart/layout';
import type { Line } from '../../../src/charts/line_chart/model';
import { makeScale } from '../../../src/charts/line_chart/scales';
import { SvgSurface } from '../../../src/charts/line_chart/svg_surface';
import type { ChartTheme } from '../../../src/charts/theme';

const kPixels = 300; // For which the pairs were made.
const kTheme = { token: {}, rawAlpha: 0.1, bandAlpha: 0.2 } as unknown as ChartTheme;

/** A flat smoothed line, in pairs of the smallest and the largest of each pixel, with one spike in each tenth. */
function spiky(): Line {
  const x: number[] = [];
  const y: number[] = [];
  for (let pixel = 0; pixel < kPixels; ++pixel) {
    const early = pixel + ((pixel * 37) % 50) / 100;
    x.push(early, early + ((pixel * 17) % 40) / 100);
    const high = pixel % 10 === 3 ? 9 : 1;
    y.push(...(pixel % 2 === 0 ? [1, high] : [high, 1]));
  }
  return { key: 'a', name: 'a', color: '#4466d2', x, y, raw: y.map(() => 1), rawHidden: true };
}

function pathOf(line: Line, width: number): string {
  const plot = {
    left: 0, right: width, top: 0, bottom: 100,
    x: makeScale('linear', [0, kPixels], [0, width]),
    y: makeScale('linear', [0, 10], [100, 0]),
  } as Plot;
  const surface = new SvgSurface({ font: '', measureText: () => ({ width: 0 }) as TextMetrics });
  drawLines(surface, plot, [line], kTheme);
  return surface.text(width, 100);
}

describe('a smoothed line', () => {
  it('keeps every spike, however narrow it is drawn', () => {
    for (const width of [180, 256, 299, 300, 301, 420, 900]) {
      const tops = pathOf(spiky(), width).match(/[ML][\d.]+ 10(?=[ML"])/g) ?? [];
      expect(tops, `${width} pixels`).toHaveLength(kPixels / 10);
    }
  });

  it('goes back down after each, in the same pixel', () => {
    const places = [...pathOf(spiky(), kPixels).matchAll(/[ML]([\d.]+) ([\d.]+)/g)];
    expect(places).toHaveLength(2 * kPixels);
  });
});

it('leaves a log axis through its bottom, where values are not positive', () => {
  const plot = {
    left: 0, right: 100, top: 0, bottom: 100, x: makeScale('linear', [0, 2], [0, 100]), y: makeScale('log', [1, 10], [100, 0]),
  } as Plot;
  const surface = new SvgSurface({ font: '', measureText: () => ({ width: 0 }) as TextMetrics });
  drawLines(surface, plot, [{ key: 'a', name: 'a', color: '#4466d2', x: [0, 1, 2], y: [10, -3, 10] }], kTheme);
  expect(surface.text(100, 100)).toContain('M0 0L50 120L100 0');
});
