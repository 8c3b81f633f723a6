import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { LiveStream, retryDelay, type Socket } from '../../src/api/live';
import type { Cursor } from '../../src/api/types';

class FakeSocket implements Socket {
  onopen = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  closed = false;

  constructor(readonly cursor: Cursor | null) {}

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break(): void {
    this.onclose?.();
  }
  close(): void {
    this.closed = true;
  }
}

let sockets: FakeSocket[] = [];
let events: string[] = [];

function newStream(): LiveStream {
  return new LiveStream(
    {
      onHello: (hello) => events.push(`hello${hello.reset === true ? ' reset' : ''}`),
      onChanges: (changes) => events.push(`changes ${changes.cursor}`),
      onProgress: (progress) => events.push(`progress ${progress.bytes_done}`),
      onAlive: () => undefined,
      onLost: (delay) => events.push(`lost ${delay}`),
    },
    {
      open: (cursor) => {
        const socket = new FakeSocket(cursor);
        sockets.push(socket);
        return socket;
      },
      random: () => 0.5,
    },
  );
}

const last = (): FakeSocket => sockets[sockets.length - 1] as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  events = [];
});
afterEach(() => vi.useRealTimers());

describe('LiveStream', () => {
  test('starts behind the cursor of the list of runs', () => {
    newStream().start('7');
    expect(sockets.map((socket) => socket.cursor)).toEqual(['7']);
  });

  test('goes on at the cursor of the last message', () => {
    newStream().start('7');
    last().say({ type: 'hello', instance: 'i', cursor: '7' });
    last().say({ type: 'changes', cursor: '8' });
    last().say({ type: 'progress', bytes_done: 5 });
    last().say({ type: 'changes', cursor: '9' });
    last().break();
    vi.advanceTimersByTime(500);
    expect(sockets.map((socket) => socket.cursor)).toEqual(['7', '9']);
    expect(events).toEqual(['hello', 'changes 8', 'progress 5', 'changes 9', 'lost 500']);
  });

  test('tries less and less often, and anew from the start once it worked', () => {
    newStream().start(0);
    for (const delay of [500, 1000, 2000, 4000, 8000, 15000, 15000]) {
      last().break();
      expect(events.at(-1)).toBe(`lost ${delay}`);
      vi.advanceTimersByTime(delay - 1);
      const before = sockets.length;
      vi.advanceTimersByTime(1);
      expect(sockets.length).toBe(before + 1);
    }
    last().say({ type: 'ping' });
    last().break();
    expect(events.at(-1)).toBe('lost 500');
  });

  test('does not wait when told so', () => {
    const stream = newStream();
    stream.start(0);
    stream.retryNow();
    expect(sockets).toHaveLength(1);
    last().break();
    stream.retryNow();
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
  });

  test('takes a silent connection for a lost one', () => {
    newStream().start(0);
    vi.advanceTimersByTime(30_000);
    last().say({ type: 'ping' });
    vi.advanceTimersByTime(39_000);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(events).toEqual(['lost 500']);
    expect(sockets[0]?.closed).toBe(true);
  });

  test('does not listen to connections it has left', () => {
    const stream = newStream();
    stream.start('1');
    const old = last();
    stream.start('5');
    old.say({ type: 'changes', cursor: '2' });
    old.break();
    expect(stream.cursor).toBe('5');
    expect(events).toEqual([]);
  });

  test('passes on that everything must be asked for again', () => {
    newStream().start('1');
    last().say({ type: 'hello', instance: 'other', cursor: '0', reset: true });
    expect(events).toEqual(['hello reset']);
  });

  test('is quiet once stopped', () => {
    const stream = newStream();
    stream.start('1');
    last().break();
    stream.stop();
    vi.advanceTimersByTime(100_000);
    expect(sockets).toHaveLength(1);
  });
});

test('chance spreads the retries by a quarter to either side', () => {
  expect([retryDelay(0, 0), retryDelay(0, 1), retryDelay(20, 1)]).toEqual([375, 625, 18750]);
});
