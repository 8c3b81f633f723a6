import { describe, expect, it } from 'vitest';

import { cardKey, parseCardKey } from '../../../src/pages/cards/card_key';

describe('the key of a card', () => {
  it.each([
    { kind: 'image', run: null, tag: 'a:b/c' },
    { kind: 'text', run: 'sweep:1/lr=1e-3', tag: '' },
    { kind: 'audio', run: '', tag: 'line\nbreak' },
  ])('gives back %j', (place) => expect(parseCardKey(cardKey(place))).toEqual(place));
  it('is not every text', () => {
    expect(parseCardKey('train/loss')).toBeNull();
    expect(parseCardKey('a:@%:b')).toBeNull();
  });
});
