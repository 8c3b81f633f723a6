import { expect, it } from 'vitest';

import { boxBetween, zoomBetween } from '../../../src/charts/line_chart/interaction';
import type { Plot } from '../../../src/charts/line_chart/layout';
import { makeScale } from '../../../src/charts/line_chart/scales';

const plot = {
  left: 0, right: 100, top: 0, bottom: 100,
  x: makeScale('linear', [0, 1000], [0, 100]),
  y: makeScale('linear', [0, 10], [100, 0]),
} as Plot;
const before = { x: null, y: null };

it('zooms both axes by a box, whichever way it is drawn', () => {
  const zoom = { x: [100, 500], y: [4, 8] };
  expect(zoomBetween(plot, before, 10, 20, 50, 60)).toEqual(zoom);
  expect(zoomBetween(plot, before, 50, 60, 10, 20)).toEqual(zoom);
});

it('zooms one axis by a thin box, which spans the other', () => {
  expect(zoomBetween(plot, before, 10, 20, 50, 22)).toEqual({ x: [100, 500], y: null });
  expect(zoomBetween(plot, before, 10, 20, 12, 60)).toEqual({ x: null, y: [4, 8] });
  expect(boxBetween(plot, 10, 20, 50, 22).box).toEqual({ left: 10, right: 50, top: 0, bottom: 100 });
});

it('keeps what a thin box does not touch', () => {
  expect(zoomBetween(plot, { x: null, y: [1, 2] }, 10, 20, 50, 22).y).toEqual([1, 2]);
});

it('stays inside of the plot', () => {
  expect(zoomBetween(plot, before, 50, 50, 500, -500)).toEqual({ x: [500, 1000], y: [5, 10] });
});
