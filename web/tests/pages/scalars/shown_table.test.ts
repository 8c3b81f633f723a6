import { describe, expect, it } from 'vitest';

import type { Aggregate } from '../../../src/api/types';
import type { Line } from '../../../src/charts/line_chart/model';
import { tableAsCsv, tableAsJson, tableOfAggregates, tableOfComparison } from '../../../src/pages/scalars/shown_table';

const column = (...numbers: readonly number[]): Float64Array => Float64Array.from(numbers);
const aggregate = (mean: number): Aggregate => ({
  runs: 2, x: column(1, 2), curves: column(2, 1), mean: column(mean, NaN), deviation: column(0.5, 0),
  min: column(0, 0), max: column(9, Infinity), quantiles: [column(1, 1), column(2, 2), column(3, 3)],
});
const group = (name: string) => ({ name, runs: [] });

describe('a table of bands', () => {
  it('has a part for each group, tag after tag', () => {
    const plan = { axis: 'relative' as const, groups: [group('a'), group('b,c')], tags: ['x', '=y'] };
    const table = tableOfAggregates([aggregate(1), aggregate(2), aggregate(3), aggregate(4)], plan);
    expect(tableAsCsv(table).split('\r\n').slice(0, 4)).toEqual([
      'group,tag,relative_time,runs,mean,deviation,min,max,quantile_10,median,quantile_90',
      'a,x,1,2,1,0.5,0,9,1,2,3',
      'a,x,2,1,NaN,0,0,Infinity,1,2,3',
      '"b,c",x,1,2,2,0.5,0,9,1,2,3',
    ]);
    expect(tableAsCsv(table)).toContain("\r\n\"b,c\",'=y,1,2,4,");
  });

  it('is JSON as the server has it', () => {
    const table = tableOfAggregates([aggregate(1)], { axis: 'step', groups: [], tags: ['x'] });
    const [part] = JSON.parse(tableAsJson(table)) as [{ group: string; tag: string; points: unknown[][] }];
    expect([part.group, part.tag]).toEqual(['all', 'x']);
    expect(part.points[1]?.slice(0, 6)).toEqual([2, 1, 'NaN', 0, 0, 'Infinity']);
  });
});

describe('a table of a comparison', () => {
  const line: Line = {
    key: '3\na\nb', name: '', color: '', x: [0, 1, 2], y: [10, 11, 12], step: [5, 6, 7], wall: [1, 2, 3], nonFinite: [],
  };
  const nameOf = (run: number): string => `run ${run}`;

  it('has what lies in the window', () => {
    const table = tableOfComparison([line], 'ratio', { from: 1, to: 2 }, nameOf);
    expect(tableAsCsv(table)).toBe('run,tag,step,wall_time,ratio\r\nrun 3,"a\nb",6,2,11\r\nrun 3,"a\nb",7,3,12\r\n');
  });

  it('has both lines where one is smoothed', () => {
    const table = tableOfComparison([{ ...line, raw: [1, 2, 3] }], 'difference', null, nameOf);
    expect(table.columns).toEqual(['step', 'wall_time', 'difference', 'smoothed_difference']);
    expect(table.parts[0]?.rows[2]).toEqual([7, 3, 3, 12]);
  });
});
