/** Curves of a plan, in as many requests as its axis needs. */

import type { Curve, RunId } from '../../api/types';
import { askedPixels, type CardPlan } from './card_plan';
import { curveRequests, type CurveQuery } from './curve_requests';
import { cutAtDecades, joinCurves, type OpenWindow } from './log_windows';

export interface Origin {
  readonly step: number;
  readonly wall: number;
}

/** Where the curves of a card begin: relative axes count from there. */
export class Origins {
  readonly #byCurve = new Map<string, Origin>();

  /** Whether those of all lines of a plan are known. */
  cover(plan: CardPlan): boolean {
    return plan.tags.every((tag) => plan.runs.every((run) => this.of(tag, run) !== undefined));
  }

  of(tag: string, run: RunId): Origin | undefined {
    return this.#byCurve.get(`${run}\n${tag}`);
  }

  /** From curves without a window, whose first point is always there. */
  learn(curves: readonly Curve[]): void {
    for (const curve of curves) {
      const step = curve.step[0];
      const wall = curve.wall[0];
      if (step !== undefined && wall !== undefined) this.#byCurve.set(`${curve.run}\n${curve.tag}`, { step, wall });
    }
  }
}

type Common = Omit<CurveQuery, 'tag' | 'runs'>;

async function askWindow(
  plan: CardPlan,
  window: OpenWindow,
  common: Common,
  signal: AbortSignal,
): Promise<readonly Curve[]> {
  const asked = plan.tags.map((tag) => curveRequests.curves({ ...common, tag, runs: plan.runs, ...window }, signal));
  return (await Promise.all(asked)).flat();
}

export async function askLines(plan: CardPlan, signal: AbortSignal): Promise<readonly Curve[]> {
  const common: Common = {
    axis: plan.axis,
    pixels: plan.pixels,
    ...(plan.smoothing === null ? {} : { smoothing: plan.smoothing }),
    branches: plan.branches,
    statistics: plan.statistics,
  };
  const windows = cutAtDecades(plan.window, plan.decades);
  const [whole = {}] = windows;
  if (windows.length === 1) return askWindow(plan, whole, common, signal);
  const share = askedPixels(plan.pixels / windows.length, 1);
  const parts = await Promise.all(
    windows.map((window) => askWindow(plan, window, { ...common, pixels: share, statistics: false }, signal)),
  );
  const joined = joinCurves(parts);
  return plan.statistics ? withStatistics(joined, plan, common, signal) : joined;
}

/** Statistics are of the whole window, not of its parts. */
async function withStatistics(
  curves: readonly Curve[],
  plan: CardPlan,
  common: Common,
  signal: AbortSignal,
): Promise<readonly Curve[]> {
  const least = { ...common, pixels: 1, branches: false };
  const asked = await askWindow(plan, plan.window ?? {}, least, signal);
  const known = new Map(asked.map((curve) => [`${curve.run}\n${curve.tag}`, curve.statistics]));
  return curves.map((curve) => {
    const statistics = known.get(`${curve.run}\n${curve.tag}`);
    return statistics === undefined ? curve : { ...curve, statistics };
  });
}
