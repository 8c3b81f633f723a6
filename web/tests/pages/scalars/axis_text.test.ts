import { expect, it } from 'vitest';

import { formatPlace, placeTitle, windowLabel } from '../../../src/pages/scalars/axis_text';
import { spanOf } from '../../../src/pages/scalars/card_height';
import { askedPixels } from '../../../src/pages/scalars/card_plan';
import { fileName } from '../../../src/pages/downloads/save';

it('names places on each axis', () => {
  expect(formatPlace('step', 41200.4)).toBe('41,200');
  expect(formatPlace('relative', 10260)).toBe('2 h 51 min');
  expect(placeTitle('step', 41200)).toBe('Step 41,200');
  expect(placeTitle('relative_step', 12)).toBe('Relative step 12');
});

it('names a window as short as it can', () => {
  expect(windowLabel('step', { from: 22013.7, to: 60000 })).toBe('Steps 22k–60k');
  expect(windowLabel('step', { from: 103, to: 108 })).toBe('Steps 103–108');
});

it('asks alike for cards of about the same width', () => {
  expect(askedPixels(245, 1)).toBe(256);
  expect(askedPixels(251, 1)).toBe(256);
  expect(askedPixels(251, 2)).toBe(512);
  expect(askedPixels(1e6, 1)).toBe(8192);
});

it('gives a card the cells that it needs', () => {
  const needs = { wide: false, table: false, zoomed: false, rows: 6 };
  expect(spanOf(needs, 3, 214)).toEqual({ columns: 1, rows: 1 });
  expect(spanOf({ ...needs, wide: true }, 3, 214)).toEqual({ columns: 2, rows: 2 });
  expect(spanOf({ ...needs, wide: true }, 1, 214)).toEqual({ columns: 1, rows: 2 });
  expect(spanOf({ ...needs, table: true }, 3, 214)).toEqual({ columns: 1, rows: 2 });
  expect(spanOf({ ...needs, table: true, rows: 40, zoomed: true }, 3, 214).rows).toBe(3);
});

it('names files so that every system takes them', () => {
  expect(fileName(['train/loss'], 'svg')).toBe('train-loss.svg');
  expect(fileName(['../../etc/passwd'], 'csv')).not.toContain('/');
  expect(fileName(['<>'], 'csv')).toBe('-.csv');
});
