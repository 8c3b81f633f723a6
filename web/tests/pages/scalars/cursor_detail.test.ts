import { describe, expect, it } from 'vitest';

import type { Curve } from '../../../src/api/types';
import type { CardAnswer } from '../../../src/pages/scalars/card_data.svelte';
import type { CardPlan } from '../../../src/pages/scalars/card_plan';
import { CursorDetail } from '../../../src/pages/scalars/cursor_detail.svelte';

const kPlan: CardPlan = {
  tags: ['loss'], runs: [1], groups: [], cloud: [], axis: 'step', smoothing: null, branches: true,
  statistics: true, window: null, decades: [10, 100], pixels: 320,
};
const curve = (exact: boolean, points: number): Curve => ({ exact, points_in_window: points }) as Curve;
const kReduced: CardAnswer = { plan: kPlan, curves: [curve(false, 200_000), curve(true, 4)], bands: [], cloud: null };

/** Answers exactly where the window has at most 500 of the 200,000 points. */
function detailOf(asked: CardPlan[]): CursorDetail {
  return new CursorDetail((plan) => {
    asked.push(plan);
    const points = plan.window === null ? Infinity : plan.window.to - plan.window.from;
    return Promise.resolve([curve(points <= 500, points)]);
  });
}

async function found(detail: CursorDetail, answer: CardAnswer, x: number): Promise<void> {
  detail.follow(answer, x);
  await expect.poll(() => detail.covers(answer, x)).toBe(true);
}

describe('the points about the cursor', () => {
  it('are asked for at that very place, and nothing else with them', async () => {
    const asked: CardPlan[] = [];
    await found(detailOf(asked), kReduced, 41_817.3);
    expect(asked).toMatchObject([{ window: { from: 41_817.3, to: 41_817.3 }, branches: false, statistics: false, decades: [] }]);
  });

  it('are asked for once, until the card has another answer', async () => {
    const asked: CardPlan[] = [];
    const detail = detailOf(asked);
    await found(detail, kReduced, 7);
    detail.follow(kReduced, 7);
    expect(detail.covers({ ...kReduced }, 7)).toBe(false);
    await found(detail, { ...kReduced }, 7);
    expect(asked).toHaveLength(2);
  });

  it('are not asked for where all are there', async () => {
    const asked: CardPlan[] = [];
    detailOf(asked).follow({ ...kReduced, curves: [curve(true, 4)] }, 7);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(asked).toEqual([]);
  });

  it('come with more of them for those who walk, unless they lie too close', async () => {
    const asked: CardPlan[] = [];
    const detail = detailOf(asked);
    expect(await detail.learn(kReduced, 1000, 200_000)).toBe(true);
    expect(asked[0]?.window).toEqual({ from: 936, to: 1064 });
    expect([detail.covers(kReduced, 940), detail.covers(kReduced, 1065)]).toEqual([true, false]);
    expect(await detail.learn(kReduced, 1000, 2_000_000)).toBe(true);
    expect(asked[2]?.window).toEqual({ from: 1000, to: 1000 });
  });

  it('are left as they are drawn where the server fails', async () => {
    const detail = new CursorDetail(() => Promise.reject(new Error('gone')));
    expect(await detail.learn(kReduced, 1, 10)).toBe(false);
    expect(detail.failed).toBe(true);
  });
});
