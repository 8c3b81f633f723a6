import { describe, expect, test } from 'vitest';

import { compileExpression, LastRight } from '../../src/base/expression';

describe('an expression', () => {
  test('minds case only where one does', () => {
    expect(compileExpression('loss').test('val/LOSS')).toBe(true);
    expect(compileExpression('LOSS').test('val/loss')).toBe(false);
    expect(compileExpression('\\Soss').test('LOSS')).toBe(true);
  });

  test('that is wrong says why in words, without the pattern', () => {
    const wrong = compileExpression('(a: b');
    expect(wrong.error).toMatch(/^Not a regular expression: [a-z ]+$/);
    expect(wrong.test('anything')).toBe(true);
  });

  test('that is wrong leaves the last right one in force', () => {
    const right = new LastRight();
    expect(right.of('(')).toBe('');
    expect(right.of('^seed')).toBe('^seed');
    expect(right.of('^seed(')).toBe('^seed');
    expect(right.of('')).toBe('');
  });
});
