/** Curves of a plan, with its window told in the server's axis. */

import type { Curve, RunId } from '../../api/types';
import { serverAxis, type CardPlan } from './card_plan';
import { curveRequests, type CurveQuery } from './curve_requests';

export interface Origin {
  readonly step: number;
  readonly wall: number;
}

/** Where the curves of a card begin: relative axes count from there. */
export class Origins {
  readonly #byCurve = new Map<string, Origin>();

  get known(): boolean {
    return this.#byCurve.size > 0;
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

/** Runs with the same first step: one request each, as the window lies elsewhere in steps. */
function byOrigin(plan: CardPlan, tag: string, origins: Origins): Map<number, RunId[]> {
  const groups = new Map<number, RunId[]>();
  for (const run of plan.runs) {
    const step = origins.of(tag, run)?.step ?? 0;
    groups.set(step, [...(groups.get(step) ?? []), run]);
  }
  return groups;
}

export async function askLines(plan: CardPlan, origins: Origins, signal: AbortSignal): Promise<readonly Curve[]> {
  const { window, axis } = plan;
  const common: Omit<CurveQuery, 'tag' | 'runs'> = {
    axis: serverAxis(axis),
    pixels: plan.pixels,
    ...(plan.smoothing === null ? {} : { smoothing: plan.smoothing }),
    branches: plan.branches,
    statistics: plan.statistics,
  };
  const asked = plan.tags.flatMap((tag) => {
    if (window === null) return [curveRequests.curves({ ...common, tag, runs: plan.runs }, signal)];
    const groups = axis === 'relative_step' ? byOrigin(plan, tag, origins) : new Map([[0, plan.runs]]);
    return [...groups].map(([shift, runs]) =>
      curveRequests.curves({ ...common, tag, runs, from: window.from + shift, to: window.to + shift }, signal),
    );
  });
  return (await Promise.all(asked)).flat();
}
