/** What a card needs to know to be drawn: compared as a whole, asked for piece by piece. */

import type { RunId } from '../../api/types';
import { same } from '../../base/same';
import type { Interval, ViewAxis, ViewSmoothing } from '../../state/view.svelte';
import type { RunGroup } from './run_groups';

export interface CardPlan {
  readonly tags: readonly string[];
  readonly runs: readonly RunId[]; // Those drawn as lines.
  readonly groups: readonly RunGroup[]; // Those drawn as bands; then there are no lines.
  readonly cloud: readonly RunId[]; // Those drawn as a cloud.
  readonly axis: ViewAxis;
  readonly smoothing: ViewSmoothing | null;
  readonly branches: boolean;
  readonly statistics: boolean;
  readonly window: Interval | null;
  readonly decades: readonly number[]; // Of a logarithmic x axis; empty on a linear one.
  readonly pixels: number;
}

const kPixelStep = 32;

/** Pixels of the plot, rounded up, so that cards of about the same width ask alike. */
export function askedPixels(plotWidth: number, ratio: number): number {
  return Math.min(8192, Math.max(kPixelStep, Math.ceil((plotWidth * ratio) / kPixelStep) * kPixelStep));
}

type PlanKey = keyof CardPlan;

function sameBut(a: CardPlan, b: CardPlan, except: ReadonlySet<PlanKey>): boolean {
  return (Object.keys(a) as PlanKey[]).every((key) => except.has(key) || same(a[key], b[key]));
}

const kNothing: ReadonlySet<PlanKey> = new Set();
const kWindow: ReadonlySet<PlanKey> = new Set(['window']);
const kOfLines: ReadonlySet<PlanKey> = new Set(['runs', 'branches', 'statistics']);
const kOften: ReadonlySet<PlanKey> = new Set([...kOfLines, 'smoothing', 'window']);

export function samePlan(a: CardPlan, b: CardPlan): boolean {
  return sameBut(a, b, kNothing);
}

/** Whether two plans differ in nothing but the window. */
export function sameButWindow(a: CardPlan, b: CardPlan): boolean {
  return sameBut(a, b, kWindow);
}

/** Whether two plans differ in nothing but how lines are asked for. */
export function sameButLines(a: CardPlan, b: CardPlan): boolean {
  return sameBut(a, b, kOfLines);
}

/** Whether two plans differ only in what changes many times while a pointer moves. */
export function sameButMoves(a: CardPlan, b: CardPlan): boolean {
  return sameBut(a, b, kOften);
}

export function smoothingOf(smoothing: ViewSmoothing): ViewSmoothing | null {
  const none = smoothing.kind === 'ema' ? smoothing.weight <= 0 : smoothing.window <= 1;
  return none ? null : smoothing;
}
