import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { program } from './programs';

/** A `stepline serve` of its own, on any free port. */
export class Server {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
  ) {}

  /** Resolves when the server has said where it listens. */
  static async start(directory: string, options: readonly string[] = []): Promise<Server> {
    const asked = options.includes('--port') ? [] : ['--port', '0'];
    const child = spawn(program('stepline'), ['serve', directory, ...asked, ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
      child.stdout.on('data', (text: Buffer) => {
        said += text.toString();
        const found = /https?:\/\/\S+/.exec(said);
        if (found !== null) resolve(found[0]);
      });
    });
    return new Server(url.replace(/\/?$/, '/'), child);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** As Ctrl-C does it; resolves with the exit status. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    if (this.process.exitCode !== null) return this.process.exitCode;
    const ended = once(this.process, 'exit');
    this.process.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  }
}
