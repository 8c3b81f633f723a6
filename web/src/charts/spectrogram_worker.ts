/** Analyses a sound beside the page: its outline and its spectrogram. */

import { spectrogramOf, type Spectrogram } from './spectrogram';
import { mixDown, waveformPeaks } from './waveform';

export interface SoundTask {
  readonly id: number;
  readonly channels: readonly Float32Array[];
  readonly sampleRate: number;
  readonly bars: number;
  readonly columns: number;
  readonly rows: number;
}

export interface SoundAnalysis {
  readonly id: number;
  readonly peaks: Float32Array;
  readonly spectrogram: Spectrogram;
}

self.onmessage = (event: MessageEvent<SoundTask>) => {
  const { id, channels, sampleRate, bars, columns, rows } = event.data;
  const samples = mixDown(channels);
  const answer: SoundAnalysis = {
    id,
    peaks: waveformPeaks(samples, bars),
    spectrogram: spectrogramOf(samples, sampleRate, columns, rows),
  };
  self.postMessage(answer);
};
