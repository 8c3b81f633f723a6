import { describe, expect, it } from 'vitest';

import { partAt } from '../../src/charts/sound_drawing';
import { describeSound } from '../../src/pages/audio/clip_sound';

describe('a sound in words', () => {
  it.each([[22050, 1, '22.05 kHz, mono'], [44100, 2, '44.1 kHz, stereo'], [8000, 6, '8 kHz, 6 channels']])(
    '%i Hz with %i channels is %s',
    (rate, channels, words) => expect(describeSound(rate, channels)).toBe(words),
  );
});

describe('a place on the waveform', () => {
  it('is a part of the sound, and never outside of it', () => {
    expect(partAt(12, 224)).toBe(0);
    expect(partAt(112, 224)).toBe(0.5);
    expect([partAt(-5, 224), partAt(999, 224)]).toEqual([0, 1]);
  });
});
