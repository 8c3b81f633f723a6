/** The bytes of a clip as something to hear and to see. */

import { analyseSound } from '../../charts/sound_analysis';
import type { SoundAnalysis } from '../../charts/spectrogram_worker';

export interface ClipSound {
  readonly address: string; // Of the bytes, in this page; revoke it.
  readonly duration: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly analysis: SoundAnalysis;
}

/** Of bytes that are no sound: asking again brings the same. */
export class NoSound extends Error {}

const kLeastRate = 3000;
const kMostRate = 384_000;

/** Decodes at the clip's own rate, so that nothing is resampled. */
export async function decodeClip(bytes: ArrayBuffer, type: string, sampleRate: number): Promise<ClipSound> {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  try {
    const rate = Math.min(kMostRate, Math.max(kLeastRate, sampleRate || 44_100));
    const decoded = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes);
    const channels = Array.from({ length: decoded.numberOfChannels }, (_, i) => decoded.getChannelData(i));
    const analysis = await analyseSound(channels, decoded.sampleRate);
    return {
      address, analysis, duration: decoded.duration, sampleRate: sampleRate || decoded.sampleRate, channels: channels.length,
    };
  } catch (error) {
    URL.revokeObjectURL(address);
    throw error instanceof DOMException ? new NoSound('This sound cannot be decoded.') : error;
  }
}

/** 22.05 kHz, mono */
export function describeSound(sampleRate: number, channels: number): string {
  const kilohertz = Number((sampleRate / 1000).toPrecision(4));
  const names: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo' };
  return `${kilohertz} kHz, ${names[channels] ?? `${channels} channels`}`;
}
