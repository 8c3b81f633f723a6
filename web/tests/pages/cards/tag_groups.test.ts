import { describe, expect, it } from 'vitest';

import { columnsIn, estimatedHeight, rowsFor, sparseColumns } from '../../../src/pages/cards/card_span';
import { groupTags, prefixOf, shortName, tagFilter } from '../../../src/pages/cards/tag_groups';

const tag = (name: string) => ({ kind: 'image', tag: name, runs: 1, points: 1 });

describe('groups of tags', () => {
  it('are what stands before the first slash', () => {
    expect(prefixOf('train/loss/total')).toBe('train');
    expect(prefixOf('loss')).toBe('');
    expect(prefixOf('/loss')).toBe('');
    expect(shortName('train/loss/total')).toBe('loss/total');
    expect(shortName('train/')).toBe('train/');
  });

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

describe('the filter of tags', () => {
  it('is a regular expression that minds case only where one does', () => {
    expect(tagFilter('^val/l').test('val/loss')).toBe(true);
    expect(tagFilter('LOSS').test('val/loss')).toBe(false);
    expect(tagFilter('loss').test('val/LOSS')).toBe(true);
  });

  it('says what is wrong and hides nothing', () => {
    const filter = tagFilter('(');
    expect(filter.error).not.toBeNull();
    expect(filter.test('anything')).toBe(true);
  });
});

describe('cells of the grid', () => {
  it('are as many as fit', () => {
    expect(columnsIn(1044, 340)).toBe(3);
    expect(columnsIn(300, 340)).toBe(1);
    expect(columnsIn(692, 340)).toBe(2);
  });
  it('has fewer and wider columns for few cards, the same for all of them', () => {
    expect([1, 2, 3, 4, 5, 60].map((cells) => sparseColumns(cells, 2180, 400))).toEqual([3, 3, 3, 4, null, null]);
    expect([1, 2, 3].map((cells) => sparseColumns(cells, 1044, 340))).toEqual([2, 2, null]);
  });
  it('has its usual columns where wider ones are no help, or nothing is known', () => {
    expect(sparseColumns(1, 728, 340)).toBeNull();
    expect(sparseColumns(1, 300, 340)).toBeNull();
    expect(sparseColumns(1, 0, 340)).toBeNull();
  });

  it('hold what a card needs', () => {
    expect(rowsFor(214, 214)).toBe(1);
    expect(rowsFor(215, 214)).toBe(2);
    expect(rowsFor(440, 214)).toBe(2);
    expect(estimatedHeight(4, 3, 214)).toBe(440);
    expect(estimatedHeight(0, 3, 214)).toBe(0);
  });
});
