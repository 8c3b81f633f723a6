import { describe, expect, test } from 'vitest';

import { ruledShown, rulesFor, withRule, withRules, type RunRules } from '../../src/base/run_rules';

const kNames = ['a', 'd/1', 'd/2', 'd/e/1', 'd/e/2', 'f/1', 'f/2', 'f/3', 'f/4', 'f/5'];
const none: RunRules = new Map([['', false]]);
const shownOf = (rules: RunRules, names = kNames): string[] => names.filter((name) => ruledShown(rules, name));

test('without rules everything is shown, with the empty one nothing', () => {
  expect(shownOf(new Map())).toEqual(kNames);
  expect(shownOf(none)).toEqual([]);
});

test('the most particular rule decides', () => {
  const rules: RunRules = new Map([['', false], ['d/', true], ['d/e/', false], ['d/e/2', true]]);
  expect(shownOf(rules)).toEqual(['d/1', 'd/2', 'd/e/2']);
});

test('a rule for a directory holds for runs to come', () => {
  expect(ruledShown(withRule(none, 'd/', true), 'd/new')).toBe(true);
  expect(ruledShown(withRule(none, 'd/', true), 'dd/new')).toBe(false);
});

test('a directory takes over from what was said below it', () => {
  const rules = withRule(withRule(new Map(), 'd/1', false), 'd/', false);
  expect([...rules]).toEqual([['d/', false]]);
  expect([...withRule(rules, 'd/', true)]).toEqual([]);
});

test('saying what holds anyway needs no rule', () => {
  expect([...withRule(new Map(), 'a', true)]).toEqual([]);
  expect([...withRule(none, 'a', false)]).toEqual([['', false]]);
  expect([...withRule(withRule(none, 'a', true), 'a', false)]).toEqual([['', false]]);
});

describe('rulesFor', () => {
  test('shows exactly what is wanted, for every selection', () => {
    let seed = 3;
    for (let round = 0; round < 400; ++round) {
      const wanted = kNames.filter(() => (seed = (seed * 48271) % 2147483647) % 100 < round / 4);
      expect(shownOf(rulesFor(kNames, new Set(wanted)))).toEqual(wanted);
    }
  });

  test('is short where directories are whole', () => {
    expect([...rulesFor(kNames, new Set(kNames))]).toEqual([]);
    expect([...rulesFor(kNames, new Set())]).toEqual([['', false]]);
    expect([...rulesFor(kNames, new Set(['f/1', 'f/2', 'f/3', 'f/4', 'f/5']))]).toEqual([['', false], ['f/', true]]);
    expect([...rulesFor(kNames, new Set(kNames.filter((name) => name !== 'f/3')))]).toEqual([['f/3', false]]);
  });
});

test('many runs at once keep the others', () => {
  const rules = withRules(withRule(none, 'a', true), ['f/1', 'd/1'], true);
  expect(shownOf(rules)).toEqual(['a', 'd/1', 'f/1']);
  expect(shownOf(withRules(rules, ['a', 'f/1'], false))).toEqual(['d/1']);
});

test('odd names end, too', () => {
  for (const name of ['', '/', '//', 'a//b', '/a']) expect(ruledShown(none, name)).toBe(false);
});
