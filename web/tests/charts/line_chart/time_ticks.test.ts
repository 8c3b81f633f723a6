import { describe, expect, it } from 'vitest';

import { formatDurations, xTicks } from '../../../src/charts/line_chart/time_ticks';

const durations = (low: number, high: number, count: number): string[] =>
  xTicks('duration', 'linear', [low, high], count).map((tick) => tick.label);

describe('ticks of durations', () => {
  it('use one unit where it suffices', () => {
    expect(durations(0, 10800, 3)).toEqual(['0', '1 h', '2 h', '3 h']);
    expect(durations(0, 45, 3)).toEqual(['0', '15 s', '30 s', '45 s']);
    expect(durations(0, 1800, 3)).toEqual(['0', '10 min', '20 min', '30 min']);
    expect(durations(0, 3 * 86400, 3)).toEqual(['0', '1 d', '2 d', '3 d']);
  });

  it('use hours and minutes where a unit does not', () => {
    expect(durations(7800, 8400, 5)).toEqual(['2:10', '2:12', '2:14', '2:16', '2:18', '2:20']);
  });

  it('reach below a second', () => {
    expect(durations(0, 0.4, 4)).toEqual(['0', '0.1 s', '0.2 s', '0.3 s', '0.4 s']);
  });

  it('have round times on a log axis', () => {
    expect(xTicks('duration', 'log', [1, 36000], 8).map((tick) => tick.label)).toEqual(['1 s', '10 s', '1 min', '10 min', '1 h', '10 h']);
  });

  it('know negative times', () => {
    expect(formatDurations([-60, 0], 60)).toEqual(['−1 min', '0']);
  });
});

describe('ticks of wall times', () => {
  const noon = new Date(2026, 2, 9, 12, 0, 0).getTime() / 1000;

  it('stand at round local times', () => {
    expect(xTicks('time', 'linear', [noon - 60, noon + 3600 * 3], 3).map((tick) => tick.label)).toEqual(['12:00', '13:00', '14:00', '15:00']);
  });

  it('name the day where there are several', () => {
    const all = xTicks('time', 'linear', [noon, noon + 4 * 86400], 4).map((tick) => tick.label);
    expect(all.every((label) => / Mar/.test(label))).toBe(true);
  });

  it('show seconds where minutes are too coarse', () => {
    const all = xTicks('time', 'linear', [noon, noon + 50], 4).map((tick) => tick.label);
    expect(all).toContain('12:00:30');
  });
});
