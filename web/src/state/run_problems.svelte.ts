/** What could not be read of each run: asked for where a damaged run is looked at. */

import { client } from '../api/client';
import type { Info, Problem, Run } from '../api/types';
import { catalog } from './catalog.svelte';

/** The run whose file this is; null where it lies below no root. */
export function runOfPath(path: string, roots: Info['roots']): string | null {
  const directory = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  for (const root of roots) {
    const top = root.path.replace(/\/+$/, '');
    if (directory !== top && !directory.startsWith(`${top}/`)) continue;
    return [root.name, directory.slice(top.length + 1)].filter((part) => part !== '').join('/');
  }
  return null;
}

class RunProblems {
  #byRun = $state.raw<ReadonlyMap<string, readonly Problem[]>>(new Map());
  #known = new Map<number, number>(); // Damaged records of a run, when they were asked for.

  of(run: Run): readonly Problem[] {
    return this.#byRun.get(run.name) ?? this.#byRun.get(run.name === '.' ? '' : run.name) ?? [];
  }

  /** Asks where one of these runs has others than before. */
  follow(damaged: readonly Run[]): void {
    if (damaged.every((run) => this.#known.get(run.id) === run.damaged)) return;
    for (const run of damaged) this.#known.set(run.id, run.damaged);
    client.problems().then((answer) => this.#take(answer.problems), () => this.#known.clear());
  }

  #take(problems: readonly Problem[]): void {
    const byRun = new Map<string, Problem[]>();
    for (const problem of problems) {
      const run = runOfPath(problem.path, catalog.info?.roots ?? []);
      if (run === null) continue;
      byRun.set(run, [...(byRun.get(run) ?? []), problem]);
    }
    this.#byRun = byRun;
  }
}

export const runProblems = new RunProblems();
