import { expect, test } from 'vitest';

import { compilePattern, groupKey, numberGroups } from '../../src/base/color_groups';

const kNames = ['a/train', 'a/val', 'b/train', 'b/val', 'c'];
const numberOf = (name: string): number => 10 - kNames.indexOf(name);

test('a directory is a group', () => {
  expect(kNames.map((name) => groupKey(name, 'directory', null))).toEqual(['a/', 'a/', 'b/', 'b/', '']);
});

test('a regular expression groups by what it captures, else by what it finds', () => {
  expect(groupKey('b/val', 'regex', /(train|val)/)).toBe('val');
  expect(groupKey('b/val', 'regex', /[ab]/)).toBe('b');
  expect(groupKey('lr=1,wd=2', 'regex', /lr=(\d),wd=(\d)/)).toBe(groupKey('x/lr=1,wd=2', 'regex', /lr=(\d),wd=(\d)/));
  expect(groupKey('c', 'regex', /(train|val)/)).toBeNull();
  expect(compilePattern('(')).toBeNull();
});

test('groups are numbered by their first run, so that new ones recolour nobody', () => {
  const groups = numberGroups(kNames.slice(0, 4), numberOf, 'directory', null);
  expect([...groups]).toEqual([['b/', 0], ['a/', 1]]);
  const later = numberGroups([...kNames, 'new/run'], (name) => (name === 'new/run' ? 99 : numberOf(name)), 'directory', null);
  expect(later.get('new/')).toBe(3);
  expect(later.get('b/')).toBe(later.get('b/'));
});
