/**
 * The page's one live stream. A lost connection is opened again, sooner at
 * first and later less often, and goes on at the cursor of the last message:
 * nothing is missed and nothing comes twice.
 */

import type { Changes, Cursor, Hello, LiveMessage, Progress } from './types';

/** What LiveStream needs of a WebSocket; tests bring their own. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: (() => void) | null;
  close(): void;
}

export interface LiveHandlers {
  /** After every (re)connection. `hello.reset`: ask for everything again. */
  readonly onHello: (hello: Hello) => void;
  readonly onChanges: (changes: Changes) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly onAlive: () => void; // Any message at all.
  readonly onLost: (retryInMillis: number) => void;
}

export interface LiveOptions {
  readonly open: (cursor: Cursor | null) => Socket;
  readonly random?: () => number;
}

const kFirstRetryMillis = 500;
const kLastRetryMillis = 15_000;
const kSilenceMillis = 40_000; // The server says something every 15 s.

/** Doubles with every failure, with some chance in it, so that the pages of a
 * restarted server do not all come at once. */
export function retryDelay(failures: number, random: number): number {
  const base = Math.min(kLastRetryMillis, kFirstRetryMillis * 2 ** failures);
  return Math.round(base * (0.75 + random * 0.5));
}

export function openWebSocket(cursor: Cursor | null): Socket {
  const url = new URL('api/live', document.baseURI);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  url.search = cursor === null ? '' : `?cursor=${encodeURIComponent(String(cursor))}`;
  return new WebSocket(url) as unknown as Socket;
}

export class LiveStream {
  #cursor: Cursor | null = null;
  #socket: Socket | null = null;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly handlers: LiveHandlers,
    private readonly options: LiveOptions = { open: openWebSocket },
  ) {}

  get cursor(): Cursor | null {
    return this.#cursor;
  }

  /** Starts, or starts anew, behind `cursor`. */
  start(cursor: Cursor): void {
    this.#cursor = cursor;
    this.#connect();
  }

  /** Does not wait for the next try. */
  retryNow(): void {
    if (this.#retry !== undefined) this.#connect();
  }

  stop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#retry = undefined;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect(): void {
    this.stop();
    const socket = this.options.open(this.#cursor);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(event.data);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
    this.#listen();
  }

  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(), kSilenceMillis);
  }

  #lost(): void {
    this.stop();
    const delay = retryDelay(this.#failures++, (this.options.random ?? Math.random)());
    this.#retry = setTimeout(() => this.#connect(), delay);
    this.handlers.onLost(delay);
  }

  #receive(data: unknown): void {
    if (typeof data !== 'string') return;
    const message = JSON.parse(data) as LiveMessage;
    this.#failures = 0;
    this.#listen();
    this.handlers.onAlive();
    switch (message.type) {
      case 'hello':
        this.#cursor = message.cursor;
        this.handlers.onHello(message);
        break;
      case 'changes':
        this.#cursor = message.cursor;
        this.handlers.onChanges(message);
        break;
      case 'progress':
        this.handlers.onProgress(message);
        break;
      case 'ping':
        break;
    }
  }
}
