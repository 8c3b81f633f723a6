import { describe, expect, it } from 'vitest';

import { diffTexts, foldDiff, type DiffLine } from '../../src/widgets/text_diff';

const marks = { same: ' ', added: '+', removed: '−' };
const written = (lines: readonly DiffLine[]) =>
  lines.map((line) => `${line.number}${marks[line.kind]}${line.text}`);
const oldOf = (lines: readonly DiffLine[]) =>
  lines.filter((line) => line.kind !== 'added').map((line) => line.text).join('\n');
const newOf = (lines: readonly DiffLine[]) =>
  lines.filter((line) => line.kind !== 'removed').map((line) => line.text).join('\n');

describe('the difference of two texts', () => {
  it('marks what went and what came, with line numbers', () => {
    expect(written(diffTexts('a\nb\nc', 'a\nx\nc\nd'))).toEqual(['1 a', '2−b', '2+x', '3 c', '4+d']);
  });

  it('of the same text is all the same', () => {
    expect(diffTexts('a\nb', 'a\nb').every((line) => line.kind === 'same')).toBe(true);
  });

  it('takes every kind of line end as one', () => {
    expect(diffTexts('a\r\nb', 'a\nb').every((line) => line.kind === 'same')).toBe(true);
  });

  it('is the shortest', () => {
    const changes = diffTexts('a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc').filter((line) => line.kind !== 'same');
    expect(changes).toHaveLength(5);
  });

  it('of random texts gives both back', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1664525 + 1013904223) % 4294967296;
      return Math.floor((seed / 4294967296) * below);
    };
    for (let round = 0; round < 300; round++) {
      const text = () => Array.from({ length: random(12) + 1 }, () => 'abcd'[random(4)]).join('\n');
      const [before, after] = [text(), text()];
      const lines = diffTexts(before, after);
      expect(oldOf(lines)).toBe(before);
      expect(newOf(lines)).toBe(after);
    }
  });

  it('of texts that have nothing in common replaces all, however long they are', () => {
    const before = Array.from({ length: 5000 }, (_, i) => `old ${i}`).join('\n');
    const after = Array.from({ length: 5000 }, (_, i) => `new ${i}`).join('\n');
    const lines = diffTexts(before, after);
    expect(lines).toHaveLength(10_000);
    expect(newOf(lines)).toBe(after);
  });
});

describe('a folded difference', () => {
  it('leaves out what is far from a change', () => {
    const text = (middle: string) => [...Array(20).keys()].map((i) => (i === 10 ? middle : `l${i}`)).join('\n');
    const folded = foldDiff(diffTexts(text('x'), text('y')), 2);
    expect(folded.map((line) => (line.kind === 'fold' ? `fold ${line.lines}` : line.text))).toEqual([
      'fold 8', 'l8', 'l9', 'x', 'y', 'l11', 'l12', 'fold 7',
    ]);
  });

  it('does not fold a single line', () => {
    expect(foldDiff(diffTexts('a\nb\nx', 'a\nb\ny'), 1).map((line) => line.kind)).toEqual([
      'same', 'same', 'removed', 'added',
    ]);
  });
});
