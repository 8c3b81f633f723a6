import { describe, expect, it } from 'vitest';

import { laneKey, lanesByRun, runsByBranch } from '../../src/pages/images/image_lanes';
import { formatPlace, parsePlace } from '../../src/pages/images/image_place';
import { contrastOf, formatAgainst, parseAgainst, referenceInRun } from '../../src/pages/images/image_reference';
import { kFitted } from '../../src/widgets/image_view';

describe('what an image is compared with', () => {
  it.each(['run:a/b=c', 'run:', 'step:4200', 'previous', 'first'])('%s comes back from the address', (text) =>
    expect(formatAgainst(parseAgainst(text))).toBe(text),
  );
  it('is the previous step where the address says nothing, or nonsense', () => {
    expect(parseAgainst('')).toEqual({ kind: 'previous' });
    expect(parseAgainst('step:x')).toEqual({ kind: 'previous' });
  });
  it('is found in the run itself', () => {
    const steps = [10, 20, 30];
    expect(referenceInRun(steps, 2, { kind: 'previous' })?.step).toBe(20);
    expect(referenceInRun(steps, 0, { kind: 'previous' })).toBeNull();
    expect(referenceInRun(steps, 2, { kind: 'first' })?.step).toBe(10);
    expect(referenceInRun(steps, 0, { kind: 'step', step: 25 })?.step).toBe(20);
    expect(referenceInRun(steps, 0, { kind: 'step', step: 5 })).toBeNull();
  });
});

describe('the slider of contrast', () => {
  it('leaves the image as it is in the middle and goes up to 5', () => {
    expect([0, 1, 2].map(contrastOf)).toEqual([0, 1, 5]);
  });
});

it('an address tells which part of an image is seen', () => {
  const place = { scale: 3.25, x: 0.12345, y: 1 };
  expect(parsePlace(formatPlace(place))).toEqual(place);
  expect(parsePlace(formatPlace(kFitted))).toEqual(kFitted);
  for (const text of ['', '2', '0,0.5,0.5', '2,-1,0', '2,a,b', '1e9,0.5,0.5', ',,']) expect(parsePlace(text)).toEqual(kFitted);
});

describe('lanes of images', () => {
  const series = (run: number, branches: number) => ({
    run, version: 1, step: new Float64Array(1), wall: new Float64Array(1), bytes: new Float64Array(1),
    restarts: Array.from({ length: branches }, (_, branch) => ({
      branch, restart_step: 5, restart_wall: 0, count: 1, first_step: 5, last_step: 5,
    })),
  });

  it('are asked for branch by branch, of the runs that have it', () => {
    const runs = runsByBranch([series(3, 0), series(4, 1), series(7, 2)]);
    expect([...runs]).toEqual([[0, [4, 7]], [1, [7]]]);
  });
  it('have what stands before what was superseded', () => {
    const [restart = null] = series(4, 1).restarts;
    const lanes = lanesByRun([{ ...series(4, 1), restart: null }, { ...series(7, 0), restart: null }, { ...series(4, 1), restart }]);
    expect([...lanes].map(([run, all]) => [run, all.map(laneKey)])).toEqual([
      [4, ['4 standing', '4 0']],
      [7, ['7 standing']],
    ]);
  });
});
