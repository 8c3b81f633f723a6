import { describe, expect, it } from 'vitest';

import { cardKey, parseCardKey } from '../../../src/pages/media/card_key';
import { groupTags, splitTag, tagFilter } from '../../../src/pages/media/tag_groups';

const tag = (name: string) => ({ kind: 'image', tag: name, runs: 1, points: 1 });

describe('groups of tags', () => {
  it('are by what stands before the last slash; tags without come last', () => {
    const groups = groupTags([tag('loose'), tag('a/b/x'), tag('a/b/y'), tag('c/z')], () => true);
    expect(groups.map(({ prefix, tags }) => [prefix, tags.map(({ title }) => title)])).toEqual([
      ['a/b', ['x', 'y']], ['c', ['z']], ['', ['loose']],
    ]);
  });
  it('never leave a title empty', () => {
    expect(splitTag('a/')).toEqual({ prefix: '', title: 'a/' });
    expect(splitTag('/a')).toEqual({ prefix: '', title: '/a' });
  });
});

describe('the filter of tags', () => {
  it('is a regular expression', () => {
    expect(tagFilter('blocks\\.(0|11)').matches('net/Blocks.11/w')).toBe(true);
    expect(tagFilter('^b').matches('ab')).toBe(false);
    expect(tagFilter('').matches('anything')).toBe(true);
  });
  it('takes what is none as plain text, and says so', () => {
    const { matches, error } = tagFilter('a(');
    expect([matches('xA(y'), matches('xy')]).toEqual([true, false]);
    expect(error).not.toBeNull();
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
