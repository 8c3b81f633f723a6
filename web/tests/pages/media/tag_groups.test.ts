import { describe, expect, it } from 'vitest';

import { cardKey, parseCardKey } from '../../../src/pages/media/card_key';
import { groupTags } from '../../../src/pages/media/tag_groups';

const tag = (name: string) => ({ kind: 'image', tag: name, runs: 1, points: 1 });

describe('groups of tags', () => {
  const tags = [tag('a/b/x'), tag('a/b/y'), tag('a/c'), tag('loose'), tag('d/')];
  const groups = (deep: boolean) =>
    groupTags(tags, deep).map(({ prefix, tags: members }) => [prefix, members.map(({ title }) => title)]);
  it('are by what stands before the first slash; tags without one come first', () => {
    expect(groups(false)).toEqual([['', ['loose']], ['a', ['b/x', 'b/y', 'c']], ['d', ['d/']]]);
  });
  it('may go by the last slash', () => {
    expect(groups(true)).toEqual([['', ['loose']], ['a/b', ['x', 'y']], ['a', ['c']], ['d', ['d/']]]);
  });
});

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
