/** How loud each pitch of a sound is over time: pure, so that it runs in a worker. */

import { Fft } from './fft';

/** Loudness 0 to 255; column i, row j (0 is the lowest pitch) is `levels[i * rows + j]`. */
export interface Spectrogram {
  readonly columns: number;
  readonly rows: number;
  readonly levels: Uint8Array;
}

const kRangeDecibels = 80; // From the loudest of a clip down to silence.

export const melOf = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700);
export const hertzOf = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

/** The pitch at a part of the height, 0 at the bottom: rows are even in mel. */
export const pitchAt = (part: number, sampleRate: number): number =>
  hertzOf(part * melOf(sampleRate / 2));

/** Samples of one window: long enough for speech's harmonics, short enough for clicks. */
export function windowSize(sampleRate: number, samples: number): number {
  const wanted = 2 ** Math.round(Math.log2(Math.max(64, sampleRate * 0.04)));
  let size = Math.min(4096, wanted);
  while (size > 64 && size > samples) size /= 2;
  return size;
}

/** Power of one window of samples around `center`, in `size / 2` bins. */
class PowerSpectrum {
  readonly #fft: Fft;
  readonly #window: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;

  constructor(size: number) {
    this.#fft = new Fft(size);
    this.#re = new Float64Array(size);
    this.#im = new Float64Array(size);
    this.#window = Float64Array.from(
      { length: size },
      (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size),
    );
  }

  around(samples: Float32Array, center: number, power: Float64Array): void {
    const size = this.#fft.size;
    const begin = Math.round(center - size / 2);
    for (let i = 0; i < size; i++) {
      this.#re[i] = (samples[begin + i] ?? 0) * this.#window[i]!;
      this.#im[i] = 0;
    }
    this.#fft.transform(this.#re, this.#im);
    for (let i = 0; i < size / 2; i++) power[i] = this.#re[i]! ** 2 + this.#im[i]! ** 2;
  }
}

/** For each row, which of the transform's bins it covers: the loudest counts. */
function binsOfRows(rows: number, size: number, sampleRate: number): [number, number][] {
  return Array.from({ length: rows }, (_, row) => {
    const bin = (part: number) => (pitchAt(part, sampleRate) / sampleRate) * size;
    const first = Math.floor(bin(row / rows));
    const last = Math.max(first, Math.ceil(bin((row + 1) / rows)) - 1);
    return [Math.min(first, size / 2 - 1), Math.min(last, size / 2 - 1)];
  });
}

export function spectrogramOf(
  samples: Float32Array,
  sampleRate: number,
  columns: number,
  rows: number,
): Spectrogram {
  const size = windowSize(sampleRate, samples.length);
  const spectrum = new PowerSpectrum(size);
  const power = new Float64Array(size / 2);
  const decibels = new Float64Array(columns * rows);
  const bins = binsOfRows(rows, size, sampleRate);
  let loudest = Number.NEGATIVE_INFINITY;
  for (let column = 0; column < columns; column++) {
    spectrum.around(samples, ((column + 0.5) / columns) * samples.length, power);
    for (let row = 0; row < rows; row++) {
      let most = 0;
      for (let bin = bins[row]![0]; bin <= bins[row]![1]; bin++) most = Math.max(most, power[bin]!);
      const level = 10 * Math.log10(most + 1e-30);
      decibels[column * rows + row] = level;
      loudest = Math.max(loudest, level);
    }
  }
  const levels = new Uint8Array(columns * rows);
  if (loudest > -200) {
    for (let i = 0; i < levels.length; i++) {
      levels[i] = Math.max(0, Math.min(1, 1 + (decibels[i]! - loudest) / kRangeDecibels)) * 255;
    }
  }
  return { columns, rows, levels };
}
