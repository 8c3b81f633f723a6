import { expect, it } from 'vitest';

import { placeTooltip } from '../../src/charts/tooltip_place';

const window = { width: 1000, height: 600 };
const size = { width: 200, height: 120 };
const place = (x: number, plotTop = 100) => ({ x, value: null, plotTop, plotBottom: plotTop + 150 });

it('stands right of the cursor, beside the plot', () => {
  expect(placeTooltip(place(300), size, window, 60)).toEqual({ left: 314, top: 98 });
});

it('flips to the left at the right edge', () => {
  expect(placeTooltip(place(900), size, window, 60).left).toBe(686);
});

it('ends above the pill on the axis', () => {
  const tall = { width: 200, height: 180 };
  const { top } = placeTooltip(place(300), tall, window, 60);
  expect(top + tall.height).toBeLessThanOrEqual(250);
});

it('goes round the pill where the window has no room above', () => {
  const tall = { width: 200, height: 400 };
  const { left, top } = placeTooltip(place(300), tall, window, 60);
  expect(top).toBeGreaterThanOrEqual(4);
  expect(left).toBeGreaterThanOrEqual(336);
});

it('stays in the window', () => {
  const { left, top } = placeTooltip(place(5, 560), { width: 990, height: 100 }, window, 60);
  expect(left).toBeGreaterThanOrEqual(4);
  expect(top + 100).toBeLessThanOrEqual(600);
});
