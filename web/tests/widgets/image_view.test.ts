import { describe, expect, it } from 'vitest';

import { afterFingers } from '../../src/widgets/image_gestures';
import { kFitted, loupeOf, panBy, pixelAt, placeImage, zoomAt } from '../../src/widgets/image_view';

const image = { width: 200, height: 100 };
const frame = { width: 100, height: 100 };

describe('zoom and pan of an image', () => {
  it('fit it into the middle of its frame', () => {
    expect(placeImage(kFitted, image, frame)).toEqual({ x: 0, y: 25, scale: 0.5 });
  });

  it('keep what is below the pointer there', () => {
    const point = { x: 30, y: 60 };
    const before = pixelAt(kFitted, image, frame, point);
    const zoomed = zoomAt(kFitted, image, frame, 4, point);
    expect(zoomed.scale).toBe(2);
    const after = pixelAt(zoomed, image, frame, point);
    expect(Math.abs(after!.x - before!.x)).toBeLessThanOrEqual(1);
    expect(Math.abs(after!.y - before!.y)).toBeLessThanOrEqual(1);
  });

  it('return to the fit when zoomed out below it', () => {
    const zoomed = zoomAt(kFitted, image, frame, 1.5, { x: 50, y: 50 });
    expect(zoomAt(zoomed, image, frame, 0.5, { x: 50, y: 50 })).toEqual(kFitted);
  });

  it('do not move the image out of its frame', () => {
    const view = panBy({ scale: 1, x: 0.5, y: 0.5 }, image, frame, 1e6, 1e6);
    expect(placeImage(view, image, frame)).toEqual({ x: 0, y: 0, scale: 1 });
    expect(placeImage(panBy(view, image, frame, -30, 0), image, frame).x).toBe(-30);
  });

  it('tell the pixel below a point, and none beside the image', () => {
    expect(pixelAt(kFitted, image, frame, { x: 0, y: 25 })).toEqual({ x: 0, y: 0 });
    expect(pixelAt(kFitted, image, frame, { x: 50, y: 20 })).toBeNull();
  });
});

describe('the loupe', () => {
  it('stays inside of the image', () => {
    expect(loupeOf(image, { x: 0, y: 1 }, 4)).toEqual({ x: 0, y: 75, width: 50, height: 25 });
  });
  it('shows a pixel at least', () => {
    expect(loupeOf({ width: 2, height: 2 }, { x: 0.9, y: 0.9 }, 8)).toEqual({ x: 1, y: 1, width: 1, height: 1 });
  });
});

describe('fingers on an image', () => {
  const target = { view: { scale: 1, x: 0.5, y: 0.5 }, image, frame };
  const spots = (...places: readonly (readonly [number, number])[]) => places.map(([x, y]) => ({ x, y }));

  it('zoom by two, about what they hold', () => {
    const view = afterFingers(target, spots([40, 50], [60, 50]), spots([30, 50], [70, 50]));
    expect(view.scale).toBe(2);
    expect(pixelAt(view, image, frame, { x: 50, y: 50 })).toEqual(pixelAt(target.view, image, frame, { x: 50, y: 50 }));
  });
  it('move by one, or by two that go together', () => {
    expect(placeImage(afterFingers(target, spots([40, 50]), spots([20, 50])), image, frame).x).toBe(-70);
    expect(placeImage(afterFingers(target, spots([40, 50], [60, 50]), spots([20, 50], [40, 50])), image, frame).x).toBe(-70);
  });
  it('that come together fit the image again', () => {
    expect(afterFingers(target, spots([0, 50], [100, 50]), spots([45, 60], [55, 60]))).toEqual(kFitted);
  });
});
