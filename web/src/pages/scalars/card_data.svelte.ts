/**
 * The data of one card, as its plan asks for them. What is there stays on the screen until the
 * next answer comes; answers that nobody waits for any more are dropped.
 */

import { client, isAbort, type AggregateQuery } from '../../api/client';
import type { Aggregate, Curve } from '../../api/types';
import { askLines, Origins } from './ask_lines';
import { sameButLines, sameButMoves, sameButWindow, samePlan, type CardPlan } from './card_plan';

const kDelayMillis = 60; // After each change that a moving pointer makes.
const kLeastLiveMillis = 250;
const kOverviewEveryMillis = 5000;
const kOverviewPixels = 320;
const kDensityBins = 96;
const kQuantiles = [0.1, 0.5, 0.9];
const kCloudQuantiles = [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98];
const kLargeCloud = 500; // Runs above which every second pixel does.
const kRemembered = 64;

export interface CardAnswer {
  readonly plan: CardPlan;
  readonly curves: readonly Curve[];
  readonly bands: readonly Aggregate[]; // One for each group of the plan, tag after tag.
  readonly cloud: Aggregate | null;
}

/** Answers of cards that were left: shown at once when they come back. */
const remembered = new Map<string, CardAnswer>();

function remember(key: string, answer: CardAnswer): void {
  remembered.delete(key);
  remembered.set(key, answer);
  const [oldest] = remembered.keys();
  if (remembered.size > kRemembered && oldest !== undefined) remembered.delete(oldest);
}

export class CardData {
  answer = $state.raw<CardAnswer | null>(null);
  overview = $state.raw<CardAnswer | null>(null); // Without a window; while one is chosen.
  error = $state<string | null>(null);

  readonly origins = new Origins();
  #plan: CardPlan | null = null;
  #controller: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #askedAt = -Infinity;
  #overviewAt = -Infinity;
  #again = false;
  #changed = false; // Since the last answer, on the server's side.

  constructor(private readonly key: string) {}

  /** Asks for what the plan needs, unless it is there already. */
  follow(plan: CardPlan): void {
    const before = this.#plan;
    if (before !== null && samePlan(before, plan)) return;
    this.#plan = plan;
    const known = before === null ? remembered.get(this.key) : undefined;
    if (known !== undefined && samePlan(known.plan, plan)) this.#show(known);
    const onlyWindow = before !== null && sameButWindow(before, plan);
    if (!onlyWindow) this.#overviewAt = -Infinity;
    const costly = plan.cloud.length + plan.groups.length > 0;
    const moves = before !== null && costly && sameButMoves(before, plan);
    this.#schedule(onlyWindow || moves ? kDelayMillis : 0);
  }

  /** Something changed: asks again, a few times a second at most. */
  refresh(): void {
    this.#changed = true;
    if (this.#plan === null || this.#timer !== undefined) return;
    if (this.#controller !== null) {
      this.#again = true;
      return;
    }
    this.#schedule(Math.max(0, this.#askedAt + kLeastLiveMillis - performance.now()));
  }

  retry(): void {
    this.error = null;
    this.#schedule(0);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#controller?.abort();
    this.#controller = null;
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), delay); // At the least in the next task: cards are many.
  }

  async #ask(): Promise<void> {
    this.#timer = undefined;
    const plan = this.#plan;
    if (plan === null) return;
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.#askedAt = performance.now();
    this.#again = false;
    const reuse = this.#changed ? null : this.answer;
    this.#changed = false;
    try {
      if (plan.window !== null) await this.#askOverview(plan, controller.signal);
      const answer = await ask(plan, reuse, controller.signal);
      if (this.#controller !== controller) return;
      this.#show(answer);
      remember(this.key, answer);
      this.error = null;
    } catch (error) {
      if (this.#controller !== controller || isAbort(error)) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.#controller = null;
    if (this.#again) this.refresh();
  }

  #show(answer: CardAnswer): void {
    if (answer.plan.window === null) {
      this.origins.learn(answer.curves);
      this.overview = answer;
      this.#overviewAt = performance.now();
    }
    this.answer = answer;
  }

  /** The whole curve, for the strip below a zoomed chart and for where axes begin. */
  async #askOverview(plan: CardPlan, signal: AbortSignal): Promise<void> {
    const now = performance.now();
    if (now - this.#overviewAt < kOverviewEveryMillis) return;
    this.#overviewAt = now;
    const whole = { ...plan, window: null, statistics: false, branches: false, pixels: kOverviewPixels };
    const asked = ask(whole, null, signal).then((answer) => {
      if (signal.aborted) return;
      this.origins.learn(answer.curves);
      this.overview = answer;
    });
    asked.catch(() => (this.#overviewAt = -Infinity));
    const needed = plan.axis === 'relative' || plan.axis === 'relative_step';
    if (needed && !this.origins.cover(plan)) await asked;
  }
}

/** Aggregates of many runs cost; `reuse` has them already where only the lines differ. */
async function ask(
  plan: CardPlan,
  reuse: CardAnswer | null,
  signal: AbortSignal,
): Promise<CardAnswer> {
  const known = reuse !== null && sameButLines(reuse.plan, plan) ? reuse : null;
  const [curves, bands, clouds] = await Promise.all([
    plan.groups.length === 0 && plan.runs.length > 0 ? askLines(plan, signal) : [],
    known?.bands ?? (plan.groups.length > 0 ? askBands(plan, signal) : []),
    known !== null ? [known.cloud] : plan.cloud.length > 0 ? askCloud(plan, signal) : [],
  ]);
  return { plan, curves, bands, cloud: clouds[0] ?? null };
}

function aggregated(plan: CardPlan): Pick<AggregateQuery, 'axis' | 'from' | 'to' | 'smoothing'> {
  const smoothing = plan.smoothing === null ? {} : { smoothing: plan.smoothing };
  return { axis: plan.axis, ...smoothing, ...(plan.window === null ? {} : { from: plan.window.from, to: plan.window.to }) };
}

async function askBands(plan: CardPlan, signal: AbortSignal): Promise<readonly Aggregate[]> {
  const pixels = Math.min(2000, plan.pixels);
  const groups = plan.groups.map((group) => group.runs);
  const answers = await Promise.all(
    plan.tags.map((tag) =>
      client.aggregate({ tag, groups, ...aggregated(plan), pixels, quantiles: kQuantiles }, signal),
    ),
  );
  return answers.flat();
}

function askCloud(plan: CardPlan, signal: AbortSignal): Promise<readonly Aggregate[]> {
  return client.aggregate(
    {
      tag: plan.tags[0] ?? '',
      groups: [plan.cloud],
      ...aggregated(plan),
      pixels: Math.min(2000, plan.cloud.length > kLargeCloud ? Math.ceil(plan.pixels / 2) : plan.pixels),
      quantiles: kCloudQuantiles,
      density: kDensityBins,
    },
    signal,
  );
}
