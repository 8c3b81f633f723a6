/** How much two images differ, pixel by pixel: pure, so that it runs in a worker. */

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray; // RGBA.
}

export interface DifferenceNumbers {
  readonly mean: number; // Mean absolute difference of red, green and blue, 0 to 255.
  readonly most: number;
  readonly psnr: number; // Decibels; Infinity where nothing differs.
  readonly differing: number; // Pixels.
}

export interface Difference extends DifferenceNumbers {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** Colours each pixel by `ramp` (256 RGBA colours): its largest difference of a channel,
    where `full` (of 255) is the ramp's end. Both images are of one size. */
export function differenceOf(a: Pixels, b: Pixels, ramp: Uint8Array, full = 128): Difference {
  const pixels = new Uint8ClampedArray(a.data.length);
  const colors = new Uint32Array(ramp.buffer, ramp.byteOffset, 256);
  const out = new Uint32Array(pixels.buffer);
  let [sum, squares, most, differing] = [0, 0, 0, 0];
  for (let i = 0, pixel = 0; i < a.data.length; i += 4, pixel++) {
    const red = Math.abs(a.data[i]! - b.data[i]!);
    const green = Math.abs(a.data[i + 1]! - b.data[i + 1]!);
    const blue = Math.abs(a.data[i + 2]! - b.data[i + 2]!);
    const largest = Math.max(red, green, blue);
    sum += red + green + blue;
    squares += red * red + green * green + blue * blue;
    if (largest > most) most = largest;
    if (largest > 0) differing++;
    out[pixel] = colors[Math.min(255, Math.round((largest / full) * 255))]!;
  }
  const channels = Math.max(1, (a.data.length / 4) * 3);
  const psnr = squares === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * channels) / squares);
  return { pixels, mean: sum / channels, most, psnr, differing };
}
