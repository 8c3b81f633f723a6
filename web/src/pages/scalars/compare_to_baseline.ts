/**
 * A run against the baseline run: difference or ratio at equal steps. Between two points of the
 * baseline the straight line between them counts; beyond its ends there is nothing to compare.
 */

import { interpolate } from '../../charts/line_chart/hit_testing';
import type { Line, NumberColumn } from '../../charts/line_chart/model';

export type Comparison = 'difference' | 'ratio';

function compared(
  steps: NumberColumn,
  values: NumberColumn,
  baseSteps: NumberColumn,
  baseValues: NumberColumn,
  how: Comparison,
): Float64Array {
  const result = new Float64Array(values.length);
  for (let i = 0; i < values.length; ++i) {
    const base = interpolate(baseSteps, baseValues, steps[i] ?? NaN);
    const value = values[i] ?? NaN;
    result[i] = how === 'difference' ? value - base : base === 0 ? NaN : value / base;
  }
  return result;
}

/** Lines compared to one of them; superseded branches are left out. */
export function compareLines(lines: readonly Line[], baseline: (line: Line) => Line | undefined, how: Comparison): Line[] {
  return lines.flatMap((line) => {
    const base = baseline(line);
    if (base?.step === undefined || line.step === undefined) return [];
    const { branches: _, raw, ...rest } = line;
    const rawCompared =
      raw === undefined || base.raw === undefined ? {} : { raw: compared(line.step, raw, base.step, base.raw, how) };
    return [{ ...rest, y: compared(line.step, line.y, base.step, base.y, how), ...rawCompared }];
  });
}
