/** A sound's outline: what fits into so many bars. */

/** The largest magnitude of each bar's samples, 0 to 1 (clipped); NaN counts as silence. */
export function waveformPeaks(samples: Float32Array, bars: number): Float32Array {
  const peaks = new Float32Array(bars);
  for (let bar = 0; bar < bars; bar++) {
    const begin = Math.floor((bar / bars) * samples.length);
    const end = Math.max(begin + 1, Math.floor(((bar + 1) / bars) * samples.length));
    let peak = 0;
    for (let i = begin; i < end && i < samples.length; i++) {
      const magnitude = Math.abs(samples[i]!);
      if (magnitude > peak) peak = magnitude;
    }
    peaks[bar] = Math.min(1, peak);
  }
  return peaks;
}

/** All channels as one: their mean. */
export function mixDown(channels: readonly Float32Array[]): Float32Array {
  const [first] = channels;
  if (first === undefined) return new Float32Array(0);
  if (channels.length === 1) return first;
  const mixed = new Float32Array(first.length);
  for (const channel of channels) {
    for (let i = 0; i < mixed.length; i++) mixed[i] = mixed[i]! + channel[i]! / channels.length;
  }
  return mixed;
}

/** Minutes, seconds and tenths, as players write it: 0:02.3. */
export function clockTime(seconds: number): string {
  const tenths = Math.max(0, Math.floor(seconds * 10 + 1e-6));
  const rest = (tenths % 600) / 10;
  return `${Math.floor(tenths / 600)}:${rest < 10 ? '0' : ''}${rest.toFixed(1)}`;
}
