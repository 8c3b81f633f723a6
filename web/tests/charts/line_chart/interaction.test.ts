import { expect, it } from 'vitest';

import { zoomOfBox } from '../../../src/charts/line_chart/interaction';
import type { Plot } from '../../../src/charts/line_chart/layout';
import { makeScale } from '../../../src/charts/line_chart/scales';

const plot = {
  x: makeScale('linear', [0, 1000], [0, 100]),
  y: makeScale('linear', [0, 10], [100, 0]),
} as Plot;
const before = { x: null, y: null };

it('zooms both axes by a box', () => {
  expect(zoomOfBox({ left: 10, right: 50, top: 20, bottom: 60 }, plot, before)).toEqual({ x: [100, 500], y: [4, 8] });
});

it('zooms one axis by a thin box', () => {
  expect(zoomOfBox({ left: 10, right: 50, top: 20, bottom: 22 }, plot, before)).toEqual({ x: [100, 500], y: null });
  expect(zoomOfBox({ left: 10, right: 12, top: 20, bottom: 60 }, plot, before)).toEqual({ x: null, y: [4, 8] });
});

it('zooms nothing by a click', () => {
  const kept = { x: [1, 2] as const, y: null };
  expect(zoomOfBox({ left: 10, right: 12, top: 20, bottom: 22 }, plot, kept)).toBe(kept);
});
