import { describe, expect, it } from 'vitest';

import { chooseAt, indexNotAfter, positionOf, unionOfSteps } from '../../src/widgets/step_choice';

describe('the value that a run shows at a step', () => {
  const steps = [10, 20, 30];
  it('is the one at the step', () => {
    expect(chooseAt(steps, 20)).toEqual({ index: 1, step: 20, exact: true });
  });
  it('is the nearest before, where the run lacks the step', () => {
    expect(chooseAt(steps, 29)).toEqual({ index: 1, step: 20, exact: false });
    expect(chooseAt(steps, 99)).toEqual({ index: 2, step: 30, exact: false });
  });
  it('is none, where all are later', () => {
    expect(chooseAt(steps, 9)).toBeNull();
    expect(chooseAt([], null)).toBeNull();
  });
  it('is the newest without a step', () => {
    expect(chooseAt(steps, null)).toEqual({ index: 2, step: 30, exact: true });
  });
  it('is the last of several at one step', () => {
    expect(indexNotAfter([1, 5, 5, 5, 8], 5)).toBe(3);
  });
});

describe('the steps of several runs', () => {
  it('are all of them, each once, ascending', () => {
    expect([...unionOfSteps([[10, 20, 30], new Uint32Array([5, 20]), []])]).toEqual([5, 10, 20, 30]);
    expect([...unionOfSteps([[1, 1, 2]])]).toEqual([1, 2]);
    expect([...unionOfSteps([])]).toEqual([]);
  });
  it('have a place for every step', () => {
    expect(positionOf([10, 20, 30], 25)).toBe(1);
    expect(positionOf([10, 20, 30], 5)).toBe(0);
    expect(positionOf([10, 20, 30], null)).toBe(2);
  });
});
