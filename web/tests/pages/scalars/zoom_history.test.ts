import { expect, test } from 'vitest';

import type { Zoom } from '../../../src/charts/line_chart/interaction';
import { ZoomHistory } from '../../../src/pages/scalars/zoom_history';

const all: Zoom = { x: null, y: null };
const at = (from: number): Zoom => ({ x: [from, 100], y: null });

test('zooms are undone in their order, moves of one turn as one', () => {
  const zooms = new ZoomHistory();
  zooms.note(all, at(10), 0);
  zooms.note(at(10), at(20), 1000);
  zooms.note(at(20), at(21), 1100);
  zooms.note(at(21), at(22), 1400);
  zooms.note(at(22), at(80), 1500);
  expect([zooms.undo(), zooms.undo(), zooms.undo(), zooms.undo()]).toEqual([at(22), at(10), all, null]);
});

test('back to all there is forgets them', () => {
  const zooms = new ZoomHistory();
  zooms.note(all, at(10), 0);
  zooms.note(at(10), all, 1000);
  expect(zooms.undo()).toBeNull();
  zooms.note(all, at(10), 1001);
  expect(zooms.undo()).toEqual(all);
});
