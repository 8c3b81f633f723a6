import { describe, expect, it, vi } from 'vitest';

import { ApiError, type ScalarsQuery } from '../../../src/api/client';
import type { Curve } from '../../../src/api/types';
import { CurveRequests } from '../../../src/pages/scalars/curve_requests';

const curve = (tag: string): Curve => ({ tag, run: 0 }) as unknown as Curve;
const never = (): AbortSignal => new AbortController().signal;

function recorder(): { asked: { query: ScalarsQuery; signal: AbortSignal }[]; requests: CurveRequests } {
  const asked: { query: ScalarsQuery; signal: AbortSignal }[] = [];
  const requests = new CurveRequests((query, signal) => {
    asked.push({ query, signal });
    return Promise.resolve(query.tags.map(curve));
  });
  return { asked, requests };
}

describe('requests for curves', () => {
  it('that are alike go together, and each gets its own', async () => {
    const { asked, requests } = recorder();
    const answers = await Promise.all([
      requests.curves({ tag: 'a', runs: [1, 2], pixels: 256 }, never()),
      requests.curves({ tag: 'b', runs: [1, 2], pixels: 256 }, never()),
      requests.curves({ tag: 'a', runs: [1, 2], pixels: 256 }, never()),
      requests.curves({ tag: 'a', runs: [1, 2], pixels: 512 }, never()),
    ]);
    expect(asked.map(({ query }) => query.tags)).toEqual([['a', 'b'], ['a']]);
    expect(answers.map((curves) => curves.map(({ tag }) => tag))).toEqual([['a'], ['b'], ['a'], ['a']]);
  });

  it('are not longer than a server likes', async () => {
    const { asked, requests } = recorder();
    await Promise.all(Array.from({ length: 40 }, (_, i) => requests.curves({ tag: `t${i}`, runs: [1] }, never())));
    expect(asked.map(({ query }) => query.tags.length)).toEqual([16, 16, 8]);
  });

  it('ask for no more points than a server gives', async () => {
    const { asked, requests } = recorder();
    const runs = Array.from({ length: 40 }, (_, i) => i);
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((tag) => requests.curves({ tag, runs, pixels: 4000 }, never())));
    expect(asked.map(({ query }) => query.tags.length)).toEqual([3, 2]);
  });

  it('stop when nobody waits any more', async () => {
    const asked: AbortSignal[] = [];
    const requests = new CurveRequests((_, signal) => {
      asked.push(signal);
      return new Promise(() => undefined);
    });
    const first = new AbortController();
    const second = new AbortController();
    const one = requests.curves({ tag: 'a', runs: [1] }, first.signal);
    const two = requests.curves({ tag: 'b', runs: [1] }, second.signal);
    await vi.waitUntil(() => asked.length === 1);
    first.abort();
    await expect(one).rejects.toThrow();
    expect(asked[0]?.aborted).toBe(false);
    second.abort();
    await expect(two).rejects.toThrow();
    expect(asked[0]?.aborted).toBe(true);
  });

  it('that were given up before they were sent are not sent', async () => {
    const { asked, requests } = recorder();
    const controller = new AbortController();
    const gone = requests.curves({ tag: 'a', runs: [1] }, controller.signal);
    controller.abort();
    await expect(gone).rejects.toThrow();
    await requests.curves({ tag: 'b', runs: [1] }, never());
    expect(asked.map(({ query }) => query.tags)).toEqual([['b']]);
  });

  it('that nobody waits for from the start are given up at once', async () => {
    const { asked, requests } = recorder();
    const gone = requests.curves({ tag: 'a', runs: [1] }, AbortSignal.abort());
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' });
    await requests.curves({ tag: 'b', runs: [1] }, never());
    expect(asked.map(({ query }) => query.tags)).toEqual([['b']]);
  });

  it('are sent one by one where the server refuses them together', async () => {
    const requests = new CurveRequests((query) =>
      query.tags.includes('bad') ? Promise.reject(new ApiError(500, 'broken')) : Promise.resolve(query.tags.map(curve)),
    );
    const good = requests.curves({ tag: 'good', runs: [1] }, never());
    const bad = requests.curves({ tag: 'bad', runs: [1] }, never());
    await expect(bad).rejects.toThrow('broken');
    expect(await good).toHaveLength(1);
  });

  it('fail for all who wait', async () => {
    const requests = new CurveRequests(() => Promise.reject(new Error('gone')));
    const both = [requests.curves({ tag: 'a', runs: [1] }, never()), requests.curves({ tag: 'b', runs: [1] }, never())];
    for (const one of await Promise.allSettled(both)) expect(one.status).toBe('rejected');
  });
});
