import { expect, it } from 'vitest';

import type { Plot } from '../../../src/charts/line_chart/layout';
import { makeScale } from '../../../src/charts/line_chart/scales';
import { panByFinger, zoomByPinch } from '../../../src/charts/line_chart/touch';

const plot = {
  left: 0, right: 100, top: 0, bottom: 100,
  x: makeScale('linear', [0, 1000], [0, 100]),
  y: makeScale('linear', [0, 10], [100, 0]),
} as Plot;
const whole = { x: null, y: null };
const spots = (...places: readonly (readonly [number, number])[]) => places.map(([x, y]) => ({ x, y }));

it('zooms x by two fingers side by side, which keep what they hold', () => {
  // 400 and 600 are held, and come to lie at 20 and 80.
  const { x, y } = zoomByPinch(plot, whole, spots([40, 50], [60, 50]), spots([20, 55], [80, 45]));
  expect(x?.[0]).toBeCloseTo(400 - 200 / 3, 9);
  expect(x?.[1]).toBeCloseTo(600 + 200 / 3, 9);
  expect(y).toBeNull();
});

it('zooms y by one above the other, and both by fingers askew', () => {
  const tall = zoomByPinch(plot, whole, spots([50, 40], [52, 60]), spots([50, 0], [52, 100]));
  expect(tall.x).toBeNull();
  expect(tall.y?.map((value) => Number(value.toFixed(9)))).toEqual([4, 6]);
  const askew = zoomByPinch(plot, whole, spots([40, 40], [60, 60]), spots([0, 0], [100, 100]));
  expect([askew.x, askew.y].every((domain) => domain !== null)).toBe(true);
});

it('moves along, where two fingers go the same way', () => {
  const { x } = zoomByPinch(plot, whole, spots([40, 50], [60, 50]), spots([50, 50], [70, 50]));
  expect(x?.map((value) => Number(value.toFixed(9)))).toEqual([-100, 900]);
});

it('does not break where fingers meet', () => {
  const { x } = zoomByPinch(plot, whole, spots([40, 50], [60, 50]), spots([50, 50], [50, 50]));
  expect(x?.every(Number.isFinite)).toBe(true);
});

it('moves by one finger only what is zoomed', () => {
  expect(panByFinger(plot, whole, spots([10, 10]), spots([20, 20]))).toEqual(whole);
  expect(panByFinger(plot, { x: [0, 1000], y: null }, spots([10, 10]), spots([20, 20]))).toEqual({ x: [-100, 900], y: null });
  expect(panByFinger(plot, { x: null, y: [0, 10] }, spots([10, 10]), spots([20, 20]))).toEqual({ x: null, y: [1, 11] });
});
