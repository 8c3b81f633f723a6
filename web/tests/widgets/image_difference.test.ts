import { describe, expect, it } from 'vitest';

import { differenceOf } from '../../src/widgets/image_difference';

const ramp = Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 255 : i >> 2));
const pixels = (...rgba: number[]) => ({ width: rgba.length / 4, height: 1, data: Uint8ClampedArray.from(rgba) });

describe('the difference of two images', () => {
  it('is nothing for the same image', () => {
    const same = pixels(1, 2, 3, 255, 200, 100, 0, 255);
    const { mean, most, psnr, differing, pixels: out } = differenceOf(same, same, ramp);
    expect([mean, most, psnr, differing]).toEqual([0, 0, Number.POSITIVE_INFINITY, 0]);
    expect([...out]).toEqual([0, 0, 0, 255, 0, 0, 0, 255]);
  });

  it('is coloured by the largest difference of a channel', () => {
    const a = pixels(0, 0, 0, 255, 10, 10, 10, 255);
    const b = pixels(64, 30, 0, 255, 10, 10, 255, 255);
    const { pixels: out, most, differing, mean } = differenceOf(a, b, ramp);
    expect([out[0], out[4]]).toEqual([128, 255]);
    expect(most).toBe(245);
    expect(differing).toBe(2);
    expect(mean).toBeCloseTo((64 + 30 + 245) / 6);
  });

  it('has the PSNR of its mean square', () => {
    const { psnr } = differenceOf(pixels(0, 0, 0, 255), pixels(10, 10, 10, 255), ramp);
    expect(psnr).toBeCloseTo(10 * Math.log10(255 ** 2 / 100));
  });
});
