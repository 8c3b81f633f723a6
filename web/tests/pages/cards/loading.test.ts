import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Loading } from '../../../src/pages/cards/loading.svelte';

/** Answers when told to; notes who was given up. */
class Asker {
  readonly open: { resolve: (value: number) => void; reject: (error: Error) => void; signal: AbortSignal }[] = [];
  ask = (signal: AbortSignal) => new Promise<number>((resolve, reject) => this.open.push({ resolve, reject, signal }));
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('something that is loaded', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is there once it is answered', async () => {
    const [loading, asker] = [new Loading<number>(), new Asker()];
    loading.load(asker.ask);
    expect(loading.status).toBe('loading');
    asker.open[0]!.resolve(7);
    await settle();
    expect([loading.status, loading.value]).toEqual(['ready', 7]);
  });

  it('is dropped, when something else is wanted before it came', async () => {
    const [loading, asker] = [new Loading<number>(), new Asker()];
    loading.load(asker.ask);
    loading.load(asker.ask);
    expect(asker.open[0]!.signal.aborted).toBe(true);
    asker.open[1]!.resolve(2);
    asker.open[0]!.resolve(1);
    await settle();
    expect(loading.value).toBe(2);
  });

  it('stays when a later answer fails, and says so when there was none', async () => {
    const [loading, asker] = [new Loading<number>(), new Asker()];
    loading.load(asker.ask);
    asker.open[0]!.reject(new Error('gone'));
    await settle();
    expect([loading.status, loading.message]).toEqual(['error', 'gone']);
    loading.retry();
    asker.open[1]!.resolve(3);
    await settle();
    loading.load(asker.ask);
    asker.open[2]!.reject(new Error('gone'));
    await settle();
    expect([loading.status, loading.value]).toEqual(['ready', 3]);
  });

  it('is asked for once more, however often it changed meanwhile', async () => {
    const [loading, asker] = [new Loading<number>(), new Asker()];
    loading.load(asker.ask);
    for (let i = 0; i < 5; i++) loading.refresh(asker.ask);
    expect(asker.open).toHaveLength(1);
    asker.open[0]!.resolve(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asker.open).toHaveLength(2);
    expect(asker.open[0]!.signal.aborted).toBe(false);
  });

  it('is not asked for more often than a screen needs, but soon', async () => {
    const [loading, asker] = [new Loading<number>(), new Asker()];
    loading.load(asker.ask);
    asker.open[0]!.resolve(0);
    await vi.advanceTimersByTimeAsync(2000);
    for (let i = 0; i < 20; i++) {
      loading.refresh(asker.ask);
      asker.open[asker.open.length - 1]!.resolve(i);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(asker.open.length).toBeGreaterThanOrEqual(4);
    expect(asker.open.length).toBeLessThanOrEqual(6);
    expect(loading.value).not.toBe(0);
  });

  it('asks for nothing after it was stopped', async () => {
    const [loading, asker] = [new Loading<number>(), new Asker()];
    loading.load(asker.ask);
    loading.refresh(asker.ask);
    loading.stop();
    expect(asker.open[0]!.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(asker.open).toHaveLength(1);
    expect(loading.status).toBe('idle');
  });
});
