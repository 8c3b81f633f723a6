import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

import { program } from './programs';

type Field = string | number;

/** A log directory that grows as it is told, by the real writer. */
export class Log {
  readonly directory = mkdtempSync(join(tmpdir(), 'stepline-browser-'));
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly answers: Interface;

  constructor() {
    this.process = spawn(program('log_script'), [this.directory]);
    this.process.stderr.pipe(process.stderr);
    this.answers = createInterface(this.process.stdout);
  }

  /** One line of log_script: `say('scalar', 'loss', 1, 0.5)`. */
  say(...fields: readonly Field[]): this {
    const line = fields.map((field) => escape(String(field))).join('\t');
    this.process.stdin.write(line + '\n');
    return this;
  }

  run(name: string): this {
    return this.say('run', name);
  }

  /** Resolves when all that was said is in the files. */
  async flush(): Promise<void> {
    const answered = once(this.answers, 'line');
    this.say('flush');
    await answered;
  }

  async remove(): Promise<void> {
    if (this.process.exitCode === null) {
      const ended = once(this.process, 'exit');
      this.process.stdin.end();
      await ended;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function escape(field: string): string {
  return field.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
