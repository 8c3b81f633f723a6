import { afterEach, describe, expect, it, vi } from 'vitest';

import { client, type AggregateQuery, type ScalarsQuery } from '../../../src/api/client';
import type { Curve } from '../../../src/api/types';
import { CardData } from '../../../src/pages/scalars/card_data.svelte';
import type { CardPlan } from '../../../src/pages/scalars/card_plan';

const kFirstSteps: Readonly<Record<number, number>> = { 1: 0, 2: 1000 }; // Others have nothing yet.
const kZoomed: CardPlan = {
  tags: ['loss'], runs: [1], groups: [], cloud: [], axis: 'relative_step', smoothing: null, branches: false,
  statistics: false, window: { from: 10, to: 20 }, decades: [], pixels: 320,
};

function curveFrom(run: number, first: number): Curve {
  const column = new Float64Array([first]);
  return {
    tag: 'loss', run, version: 1, exact: true, points_in_window: 1, before: null, after: null, non_finite: [],
    restarts: [], step: column, wall: column, value: column,
  } as Curve;
}

function serveSlowly(): ScalarsQuery[] {
  const asked: ScalarsQuery[] = [];
  vi.spyOn(client, 'scalars').mockImplementation((query) => {
    asked.push(query);
    const runs = query.runs as readonly number[];
    const curves = runs.filter((run) => kFirstSteps[run] !== undefined).map((run) => curveFrom(run, kFirstSteps[run] ?? 0));
    return new Promise((resolve) => setTimeout(() => resolve(curves), 5));
  });
  return asked;
}

const windowsOf = (asked: readonly ScalarsQuery[], run: number): unknown[] =>
  asked.filter((query) => (query.runs as readonly number[]).includes(run)).map(({ from, to }) => [from, to]);

async function shown(data: CardData, plan: CardPlan): Promise<void> {
  data.follow(plan);
  await vi.waitUntil(() => data.answer?.plan === plan);
}

afterEach(() => vi.restoreAllMocks());

describe('a zoomed card of relative steps', () => {
  it('asks for its window as it is, once it is known where all runs begin', async () => {
    const asked = serveSlowly();
    const data = new CardData('new run');
    await shown(data, kZoomed);
    await shown(data, { ...kZoomed, runs: [1, 2] });
    expect(windowsOf(asked, 2)).toEqual([[undefined, undefined], [10, 20]]);
    expect(asked.every((query) => query.axis === 'relative_step')).toBe(true);
    expect(data.origins.of('loss', 2)?.step).toBe(1000);
  });
});

describe('a card of many runs', () => {
  const kCloud: CardPlan = { ...kZoomed, runs: [], cloud: [1, 2], axis: 'step', window: null };

  function serveAggregates(): AggregateQuery[] {
    const asked: AggregateQuery[] = [];
    vi.spyOn(client, 'aggregate').mockImplementation((query) => {
      asked.push(query);
      return Promise.resolve([]);
    });
    return asked;
  }

  it('has its cloud smoothed by the server', async () => {
    const asked = serveAggregates();
    const data = new CardData('cloud');
    const smoothing = { kind: 'ema', weight: 0.6, window: 10 } as const;
    await shown(data, kCloud);
    await shown(data, { ...kCloud, smoothing });
    expect(asked.map((query) => query.smoothing)).toEqual([undefined, smoothing]);
  });

  it('keeps its cloud when only lines change', async () => {
    serveSlowly();
    const asked = serveAggregates();
    const data = new CardData('lines');
    await shown(data, kCloud);
    await shown(data, { ...kCloud, runs: [2] });
    expect(asked.length).toBe(1);
  });
});
