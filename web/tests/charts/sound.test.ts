import { describe, expect, it } from 'vitest';

import { Fft } from '../../src/charts/fft';
import { hertzOf, melOf, pitchAt, spectrogramOf, windowSize } from '../../src/charts/spectrogram';
import { clockTime, mixDown, waveformPeaks } from '../../src/charts/waveform';

/** The definition: slow, and beyond doubt. */
function transformSlowly(re: Float64Array, im: Float64Array): [Float64Array, Float64Array] {
  const n = re.length;
  const [outRe, outIm] = [new Float64Array(n), new Float64Array(n)];
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      const angle = (-2 * Math.PI * k * i) / n;
      outRe[k] = outRe[k]! + re[i]! * Math.cos(angle) - im[i]! * Math.sin(angle);
      outIm[k] = outIm[k]! + re[i]! * Math.sin(angle) + im[i]! * Math.cos(angle);
    }
  }
  return [outRe, outIm];
}

const sine = (hertz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate));

describe('the Fourier transform', () => {
  it.each([2, 8, 64])('of %i numbers is that of the definition', (size) => {
    const re = Float64Array.from({ length: size }, (_, i) => Math.sin(i * 1.7) + (i % 3));
    const im = Float64Array.from({ length: size }, (_, i) => Math.cos(i * i));
    const [wantRe, wantIm] = transformSlowly(re, im);
    new Fft(size).transform(re, im);
    for (let i = 0; i < size; i++) {
      expect(re[i]).toBeCloseTo(wantRe[i]!, 9);
      expect(im[i]).toBeCloseTo(wantIm[i]!, 9);
    }
  });

  it('wants a power of two', () => {
    expect(() => new Fft(12)).toThrow('power of two');
  });
});

describe('a spectrogram', () => {
  it('is loudest at the pitch that sounds', () => {
    const rate = 16000;
    const { levels, rows } = spectrogramOf(sine(1000, rate, 1), rate, 10, 60);
    const column = levels.slice(5 * rows, 6 * rows);
    const loudest = column.indexOf(255);
    expect(pitchAt(loudest / rows, rate)).toBeLessThanOrEqual(1000);
    expect(pitchAt((loudest + 1) / rows, rate)).toBeGreaterThan(950);
    expect(column[50]).toBeLessThan(80);
  });

  it('of silence is silent', () => {
    expect(Math.max(...spectrogramOf(new Float32Array(4000), 8000, 8, 8).levels)).toBe(0);
  });

  it('exists for a single sample', () => {
    expect(spectrogramOf(new Float32Array([1]), 8000, 3, 4).levels).toHaveLength(12);
  });

  it('has windows of a power of two, no longer than the sound', () => {
    expect(windowSize(22050, 1e6)).toBe(1024);
    expect(windowSize(48000, 1e6)).toBe(2048);
    expect(windowSize(22050, 300)).toBe(256);
  });

  it('has rows that are even in mel', () => {
    expect(hertzOf(melOf(440))).toBeCloseTo(440);
    expect(pitchAt(1, 22050)).toBeCloseTo(11025);
    expect(pitchAt(0, 22050)).toBe(0);
  });
});

describe('a waveform', () => {
  it('loses no spike', () => {
    const samples = new Float32Array(100_000);
    samples[77_777] = -0.9;
    const peaks = waveformPeaks(samples, 100);
    expect(peaks[77]).toBeCloseTo(0.9);
    expect(peaks.filter((peak) => peak > 0)).toHaveLength(1);
  });

  it('of fewer samples than bars repeats them', () => {
    expect([...waveformPeaks(new Float32Array([0.5, -1]), 4)]).toEqual([0.5, 0.5, 1, 1]);
  });

  it('takes NaN as silence and clips what is too loud', () => {
    expect([...waveformPeaks(new Float32Array([Number.NaN, 3]), 2)]).toEqual([0, 1]);
  });

  it('mixes channels to their mean', () => {
    expect([...mixDown([new Float32Array([1, 0]), new Float32Array([0, -1])])]).toEqual([0.5, -0.5]);
    expect(mixDown([])).toHaveLength(0);
  });
});

describe('the time of a player', () => {
  it.each([[0, '0:00.0'], [2.34, '0:02.3'], [59.99, '0:59.9'], [65, '1:05.0'], [600, '10:00.0']])(
    '%d s is %s',
    (seconds, text) => expect(clockTime(seconds)).toBe(text),
  );
});
