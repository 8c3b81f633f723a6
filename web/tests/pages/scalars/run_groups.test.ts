import { describe, expect, it } from 'vitest';

import { groupLabel, groupRuns } from '../../../src/pages/scalars/run_groups';

const names = ['baseline', 'seeds/a-0', 'seeds/a-1', 'sweep/lr=1'];
const nameOf = (run: number): string => names[run] ?? '';
const runs = [0, 1, 2, 3];

describe('groups of runs', () => {
  it('are directories', () => {
    expect(groupRuns('directory', runs, nameOf, null)).toEqual([
      { name: '(top)', runs: [0] },
      { name: 'seeds/', runs: [1, 2] },
      { name: 'sweep/', runs: [3] },
    ]);
  });

  it('are what an expression finds; others are left out', () => {
    expect(groupRuns('regex:a-(\\d)', runs, nameOf, null)).toEqual([
      { name: '0', runs: [1] },
      { name: '1', runs: [2] },
    ]);
    expect(groupRuns('regex:(', runs, nameOf, null)).toEqual([]);
  });

  it('are values of a hyperparameter', () => {
    const hparams = {
      names: ['lr', 'batch'],
      runs: [
        { run: 0, values: [0.001, 64] },
        { run: 1, values: [null, 64] },
        { run: 2, values: [0.001, 64] },
        { run: 3, values: [0.01, 64] },
      ],
      metrics: [],
    };
    expect(groupRuns('hparam:lr', runs, nameOf, hparams)).toEqual([
      { name: 'lr 0.001', runs: [0, 2] },
      { name: 'lr 0.01', runs: [3] },
    ]);
    expect(groupRuns('hparam:lr', runs, nameOf, null)).toEqual([]);
  });

  it('are named on a chip', () => {
    expect(groupLabel('directory')).toBe('by directory');
    expect(groupLabel('hparam:lr')).toBe('by lr');
  });
});
