/** Draws a sound: its outline above its spectrogram, with one playhead through both. */

import { rampTable } from './color_ramp';
import type { Spectrogram } from './spectrogram';
import { chartTheme } from './theme';
import { mix } from '../base/color';
import { linearTicks } from './line_chart/ticks';
import { waveformPeaks } from './waveform';

const kSide = 12;
const kPitch = 3; // From one bar to the next.
const kAxis = 18;
const kLeastPeak = 0.3; // Quieter sounds are not drawn louder than this would be.

export interface SoundDrawing {
  readonly peaks: Float32Array;
  readonly color: string;
  readonly duration: number; // Seconds.
  readonly at: number; // Of the playhead.
}

/** The part of the sound at a place of the canvas, 0 to 1. */
export const partAt = (x: number, width: number): number =>
  Math.min(1, Math.max(0, (x - kSide) / Math.max(1, width - 2 * kSide)));

const playheadOf = ({ at, duration }: SoundDrawing, width: number): number =>
  Math.round(kSide + (width - 2 * kSide) * (duration > 0 ? Math.min(1, at / duration) : 0));

export function drawWaveform(g: CanvasRenderingContext2D, width: number, height: number, drawing: SoundDrawing): void {
  const theme = chartTheme();
  const bars = Math.max(1, Math.floor((width - 2 * kSide) / kPitch));
  const peaks = waveformPeaks(drawing.peaks, bars);
  const head = playheadOf(drawing, width);
  const faint = mix(theme.token['--bg-card'], drawing.color, 0.42);
  const middle = height / 2;
  const loudest = Math.max(kLeastPeak, peaks.reduce((most, peak) => Math.max(most, peak), 0));
  for (let bar = 0; bar < bars; bar++) {
    const x = kSide + bar * kPitch;
    const half = Math.max(0.75, ((peaks[bar] ?? 0) / loudest) * (middle - 2));
    g.fillStyle = x < head ? drawing.color : faint;
    g.beginPath();
    g.roundRect(x, middle - half, 2, 2 * half, 1);
    g.fill();
  }
  g.fillStyle = theme.token['--text-1'];
  g.fillRect(head, 0, 1, height);
}

/** The picture of a spectrogram, to be drawn as often as the playhead moves. */
export function spectrogramImage({ columns, rows, levels }: Spectrogram, color: string): OffscreenCanvas {
  const theme = chartTheme();
  const ramp = new Uint32Array(rampTable(theme.token['--bg-card'], color, theme.token['--text-1'], 0.7).buffer);
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      // Quiet stays near the ground: the ear does not hear it either.
      const level = (levels[column * rows + row]! / 255) ** 2;
      pixels[(rows - 1 - row) * columns + column] = ramp[Math.round(level * 255)]!;
    }
  }
  const canvas = new OffscreenCanvas(columns, rows);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}

export function drawSpectrogram(
  g: CanvasRenderingContext2D,
  width: number,
  height: number,
  image: OffscreenCanvas,
  drawing: SoundDrawing,
): void {
  const theme = chartTheme();
  const room = width - 2 * kSide;
  g.imageSmoothingEnabled = true;
  g.drawImage(image, kSide, 0, room, height - kAxis);
  g.fillStyle = theme.token['--text-1'];
  g.fillRect(playheadOf(drawing, width), 0, 1, height - kAxis);
  g.font = `11px ${theme.token['--font']}`;
  g.fillStyle = theme.token['--text-3'];
  g.textBaseline = 'middle';
  const { values } = linearTicks([0, drawing.duration], Math.max(1, room / 90));
  for (const value of values) {
    const x = kSide + (room * value) / drawing.duration;
    g.textAlign = value === 0 ? 'left' : x > width - kSide - 12 ? 'right' : 'center';
    g.fillText(value === 0 || value === values[values.length - 1] ? `${value} s` : String(value), x, height - 7);
  }
}
