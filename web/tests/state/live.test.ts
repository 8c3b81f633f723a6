import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ApiError, client } from '../../src/api/client';
import type { Run } from '../../src/api/types';
import { catalog } from '../../src/state/catalog.svelte';
import { live } from '../../src/state/live.svelte';
import { selection } from '../../src/state/selection.svelte';

class FakeWebSocket {
  static all: FakeWebSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly url: string;

  constructor(url: URL) {
    this.url = url.href;
    FakeWebSocket.all.push(this);
  }
  close(): void {
    this.onclose = null;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const socket = (): FakeWebSocket => FakeWebSocket.all[FakeWebSocket.all.length - 1] as FakeWebSocket;
const progress = { bytes_done: 1, bytes_total: 2, files_done: 0, files_total: 0, loaded: true, runs: 1, series: 1, points: 1, damaged_records: 0 };
const run = (id: number, name: string): Run => ({
  id, name, start: id, last: id, first_step: 0, last_step: 0, series: 1, points: 1, damaged: 0,
});
const changed = (cursor: string, count: number, from: number): object => ({
  type: 'changes', cursor, tags: [['scalar', 'loss']], series: { tag: [0], run: [0], count: [count], from: [from] },
});

function serve(instance: string, runs: Run[], cursor: string): void {
  vi.spyOn(client, 'info').mockResolvedValue({ version: '', title: '', roots: [], instance, started: 0, progress });
  vi.spyOn(client, 'runs').mockResolvedValue({ cursor, runs });
  vi.spyOn(client, 'tags').mockResolvedValue([{ kind: 'scalar', tag: 'loss', runs: 1, points: 1 }]);
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { baseURI: 'https://host/prefix/#scalars' });
  vi.stubGlobal('WebSocket', FakeWebSocket);
  FakeWebSocket.all = [];
  live.resume();
  selection.rules = new Map();
  serve('one', [run(0, 'a'), run(1, 'b')], '7');
  await live.start();
  socket().say({ type: 'hello', instance: 'one', cursor: '7', progress });
});

afterEach(() => {
  live.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('it listens behind the prefix, from the list of runs on', () => {
  expect(socket().url).toBe('wss://host/prefix/api/live?cursor=7');
  expect(live.state).toBe('live');
});

describe('revisions', () => {
  test('grow for the tag that changed, and for no other', () => {
    const before = [live.revision('scalar', 'loss'), live.revision('scalar', 'other'), live.revision('image', 'loss')];
    socket().say(changed('8', 5, 3));
    const after = [live.revision('scalar', 'loss'), live.revision('scalar', 'other'), live.revision('image', 'loss')];
    expect(after.map((value, i) => value - (before[i] ?? 0))).toEqual([1, 0, 0]);
  });

  test('grow for all where any may have changed', () => {
    const before = live.revision('scalar', 'other');
    socket().say({ type: 'changes', cursor: '8', many: true });
    expect(live.revision('scalar', 'other')).toBe(before + 1);
  });

  test('wait while paused, and come once when it goes on', () => {
    const before = live.revision('scalar', 'loss');
    live.pause();
    socket().say(changed('8', 5, 3));
    socket().say(changed('9', 8, 5));
    expect([live.state, live.newPoints, live.revision('scalar', 'loss')]).toEqual(['paused', 5, before]);
    live.resume();
    expect([live.state, live.newPoints, live.revision('scalar', 'loss')]).toEqual(['live', 0, before + 1]);
  });
});

test('runs come, change and go', () => {
  socket().say({ type: 'changes', cursor: '8', runs_added: [run(5, 'a2')], runs_removed: [1], runs_changed: [{ ...run(0, 'a'), last_step: 9 }] });
  expect(catalog.runs.map((one) => one.name)).toEqual(['a', 'a2']);
  expect(catalog.run(0)?.last_step).toBe(9);
  expect(catalog.run(1)).toBeUndefined();
});

test('loading is told until it ends', () => {
  socket().say({ type: 'progress', ...progress, loaded: false });
  expect(live.state).toBe('loading');
  socket().say({ type: 'progress', ...progress });
  expect(live.state).toBe('live');
});

test('loading that ended before the stream began is told by its first message', () => {
  socket().say({ type: 'progress', ...progress, loaded: false });
  socket().say({ type: 'hello', instance: 'one', cursor: '7', progress });
  expect(live.state).toBe('live');
});

test('a lost stream is offline, and the data stay', () => {
  socket().onclose?.();
  expect(live.state).toBe('offline');
  expect(catalog.runs).toHaveLength(2);
  vi.advanceTimersByTime(1000);
  socket().say({ type: 'hello', instance: 'one', cursor: '7', progress });
  expect(live.state).toBe('live');
});

test('a server that was started anew is asked for everything again', async () => {
  selection.only(['b']);
  const before = live.revision('scalar', 'loss');
  serve('two', [run(40, 'a'), run(41, 'b')], '0');
  socket().say({ type: 'hello', instance: 'two', cursor: '0', reset: true, progress });
  await vi.waitFor(() => expect(live.revision('scalar', 'loss')).toBeGreaterThan(before));
  expect(selection.shown).toEqual([41]);
  expect(socket().url).toContain('cursor=0');
});

test('what a new server could not answer at first is marked when it does', async () => {
  const before = live.revision('scalar', 'loss');
  vi.spyOn(client, 'runs').mockRejectedValue(new ApiError(0, 'the server does not answer'));
  socket().say({ type: 'hello', instance: 'two', cursor: '0', reset: true });
  await vi.waitFor(() => expect(live.failed).toBe(true));
  expect([live.state, live.revision('scalar', 'loss')]).toEqual(['offline', before]);
  serve('three', [run(70, 'a')], '3');
  await vi.advanceTimersByTimeAsync(3000);
  expect([live.state, live.revision('scalar', 'loss')]).toEqual(['live', before + 1]);
  expect(catalog.runs.map(({ id }) => id)).toEqual([70]);
});

test('whoever does not want to wait asks a failed server for everything at once', async () => {
  vi.spyOn(client, 'runs').mockRejectedValue(new ApiError(0, 'the server does not answer'));
  socket().say({ type: 'hello', instance: 'two', cursor: '0', reset: true });
  await vi.waitFor(() => expect(live.failed).toBe(true));
  serve('two', [run(40, 'a')], '0');
  live.retryNow();
  await vi.waitFor(() => expect(live.state).toBe('live'));
  expect(catalog.runs.map(({ id }) => id)).toEqual([40]);
});

test('a second start gives the first load up', async () => {
  const before = live.revision('scalar', 'loss');
  const signals: AbortSignal[] = [];
  vi.spyOn(client, 'runs').mockImplementation((signal) => {
    if (signal !== undefined) signals.push(signal);
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  const heard = socket();
  heard.say({ type: 'hello', instance: 'two', cursor: '0', reset: true });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  serve('three', [run(70, 'a')], '3');
  await live.start();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(live.revision('scalar', 'loss')).toBe(before + 1);
  expect(catalog.info?.instance).toBe('three');
});

test('a lost stream of a server that was started anew does not wait for the next try', async () => {
  serve('two', [run(40, 'a'), run(41, 'b')], '0');
  const before = live.revision('scalar', 'loss');
  socket().onclose?.();
  await vi.waitFor(() => expect(live.state).toBe('live'), { interval: 0 });
  expect(catalog.info?.instance).toBe('two');
  expect(live.revision('scalar', 'loss')).toBe(before + 1);
  expect(socket().url).toContain('cursor=0');
});

test('without a stream, progress is what was answered last', async () => {
  const answer = { version: '', title: '', roots: [], instance: 'one', started: 0, progress: { ...progress, points: 99 } };
  vi.spyOn(client, 'info').mockResolvedValue(answer);
  socket().onclose?.();
  await vi.waitFor(() => expect(catalog.progress.points).toBe(99));
  expect(live.state).toBe('offline');
});
