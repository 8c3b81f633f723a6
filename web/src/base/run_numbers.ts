/**
 * Numbers runs by their start, which is what colours follow. While a log is
 * loaded all are numbered together; afterwards new runs come behind, whatever
 * their start, so that nobody changes colour.
 */

interface Started {
  readonly name: string;
  readonly start: number;
}

export class RunNumbers {
  #numbers = new Map<string, number>();
  #next = 0;

  of(name: string): number {
    return this.#numbers.get(name) ?? 0;
  }

  /** Numbers those of `runs` that have none; all anew unless `settled`. Of those
   * that start together, the first of `runs` comes first. */
  update(runs: readonly Started[], settled: boolean): void {
    if (!settled) {
      this.#numbers.clear();
      this.#next = 0;
    }
    const fresh = runs.filter((run) => !this.#numbers.has(run.name)).sort((a, b) => a.start - b.start);
    for (const run of fresh) this.#numbers.set(run.name, this.#next++);
  }
}
