/** The rows of the list of runs: filtered, ordered, as a tree or flat. Work
 * that grows with the number of runs is done when something changed, never
 * while scrolling. */

import { untrack } from 'svelte';

import { ApiError, client, isAbort } from '../api/client';
import type { Run, RunId } from '../api/types';
import { filterInChunks } from '../base/chunks';
import { compileExpression } from '../base/expression';
import { compareValues, parseValues, valueTest } from '../base/value_filter';
import { buildRunTree, flatRows, visibleRows, type Directory, type TreeNode } from '../base/run_tree';
import { allHparams } from './all_hparams.svelte';
import { catalog } from './catalog.svelte';
import { live } from './live.svelte';
import { preferences } from './preferences.svelte';
import { runMemory } from './run_memory.svelte';
import { runMetric } from './run_metric.svelte';
import { selection } from './selection.svelte';
import { view } from './view.svelte';

const kMostAtOnce = 20_000; // Names that are searched in one task.
const kWindow = 1000; // Rows the server gives at once.
const kOrderEveryMillis = 3000;
const kDelayMillis = 60;

type OrderBy = 'name' | 'start' | 'value' | 'hparam';

function orderBy(order: string): OrderBy {
  return /^-?(start|value|hparam)(?=:|$)/.exec(order)?.[1] as OrderBy | undefined ?? 'name';
}

/** "-hparam:lr" */
function hparamOfOrder(order: string): string {
  return order.slice(order.indexOf(':') + 1);
}

/** Asking the same again would be refused again. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

class RunList {
  /** Directories whose runs are not listed. */
  get closed(): ReadonlySet<string> {
    return runMemory.closed;
  }

  /** What is wrong with the expression; the last right one is in force then. */
  filterError: string | null = $derived(compileExpression(view.runFilter).error);
  filtering = $state(false);
  /** The expression that `matching` is of. */
  appliedFilter = $state('');

  #matching = $state.raw<readonly Run[] | null>(null);
  #served = $state.raw<readonly RunId[] | null>(null);
  #servedAll = $state(false);

  #named = $derived.by(() => this.#withHparams(this.#matching ?? selection.listed));
  #byValue = $derived(parseValues(view.values) !== null);
  filtered: boolean = $derived(view.runFilterInForce !== '' || this.#byValue || view.hparams.size > 0);

  #byServer = $derived(orderBy(view.order) === 'value' || this.#byValue);
  #needsHparams = $derived(view.hparams.size > 0 || orderBy(view.order) === 'hparam');
  /** Those that pass all filters, in the order asked for. */
  matching: readonly Run[] = $derived.by(() => {
    const named = this.#named;
    if (this.#byServer && this.#served !== null) {
      const known = new Map(named.map((run) => [run.id, run]));
      const served = this.#served.map((id) => known.get(id)).filter((run) => run !== undefined);
      return orderBy(view.order) === 'hparam' ? this.#ordered(served) : served;
    }
    return this.#ordered(named);
  });

  #ordered(runs: readonly Run[]): readonly Run[] {
    const sign = view.order.startsWith('-') ? -1 : 1;
    const by = orderBy(view.order);
    if (by === 'start') return [...runs].sort((a, b) => sign * (a.start - b.start));
    if (by !== 'hparam') return runs;
    const value = allHparams.column(hparamOfOrder(view.order));
    return [...runs].sort((a, b) => compareValues(value(a.id), value(b.id), sign));
  }

  #withHparams(runs: readonly Run[]): readonly Run[] {
    if (view.hparams.size === 0 || allHparams.value === null) return runs;
    const tests = [...view.hparams].map(([name, text]) => [allHparams.column(name), valueTest(text)] as const);
    return runs.filter((run) => tests.every(([value, isWanted]) => isWanted === null || isWanted(value(run.id))));
  }

  isTree: boolean = $derived(view.order === 'name');
  #tree = $derived(buildRunTree(this.isTree ? this.matching : []));
  /** Without those that are pinned, which stand above. */
  rows: readonly TreeNode[] = $derived.by(() => {
    const rows = this.isTree
      ? visibleRows(this.#tree, this.appliedFilter === '' ? this.closed : new Set())
      : flatRows(this.matching);
    if (selection.pinnedNames.length === 0) return rows;
    return rows.filter((node) => node.kind === 'directory' || !selection.isPinned(node.id));
  });
  pinnedRows: readonly TreeNode[] = $derived.by(() => {
    const runs = selection.pinnedNames.map((name) => catalog.runNamed(name)).filter((run) => run !== undefined);
    const narrowed = selection.narrowed;
    return flatRows(narrowed === null ? runs : runs.filter((run) => narrowed.has(run.id)));
  });

  #shownBefore = $derived.by(() => {
    const sums = new Uint32Array(this.#tree.ids.length + 1);
    this.#tree.ids.forEach((id, i) => (sums[i + 1] = (sums[i] ?? 0) + (selection.isShown(id) ? 1 : 0)));
    return sums;
  });

  /** How many of a directory's runs are shown. */
  shownIn(directory: Directory): number {
    return (this.#shownBefore[directory.end] ?? 0) - (this.#shownBefore[directory.begin] ?? 0);
  }

  namesIn(directory: Directory): string[] {
    return this.#tree.ids.slice(directory.begin, directory.end).map((id) => catalog.nameOf(id) ?? '');
  }

  toggleOpen(path: string, open?: boolean): void {
    const closed = !(open ?? this.closed.has(path));
    if (closed !== this.closed.has(path)) runMemory.setClosed(path, closed);
  }

  /** Inside a component: keeps the list up to date. */
  follow(): void {
    $effect(() => this.#followFilter());
    $effect(() => this.#followValues());
    $effect(() => this.#followServer());
    $effect(() => this.#narrow());
    $effect(() => {
      if (this.#needsHparams) allHparams.want();
    });
  }

  clearFilters(): void {
    view.runFilter = '';
    view.values = '';
    view.hparams = new Map();
  }

  /** Charts show what the list shows. */
  #narrow(): void {
    if (!this.filtered) selection.narrowed = null;
    else if (view.hparams.size > 0 && allHparams.value === null) return;
    else if (!this.#byValue) selection.narrowed = new Set(this.#named.map((run) => run.id));
    else if (this.#servedAll) selection.narrowed = new Set(this.matching.map((run) => run.id));
  }

  #followFilter(): (() => void) | undefined {
    const pattern = view.runFilterInForce;
    const runs = selection.listed;
    const expression = compileExpression(pattern);
    const matches = (run: Run): boolean => expression.test(run.name);
    const have = (found: readonly Run[] | null): void => {
      this.#matching = found;
      this.appliedFilter = pattern;
      this.filtering = false;
    };
    if (pattern === '') {
      have(null);
      return undefined;
    }
    const first = untrack(() => this.#matching === null && runs.length <= kMostAtOnce);
    if (first) {
      have(runs.filter(matches)); // Charts of a link's view need not ask for all before.
      return undefined;
    }
    const abort = new AbortController();
    this.filtering = true;
    filterInChunks(runs, matches, abort.signal).then(
      have,
      () => undefined,
    );
    return () => abort.abort();
  }

  #valuesTimer: ReturnType<typeof setTimeout> | undefined;
  #valuesTick = $state(0);

  /** New values may change the order, but not many times a second. */
  #followValues(): void {
    if (!this.#byServer || runMetric.tag === '') return;
    void live.revision('scalar', runMetric.tag);
    this.#valuesTimer ??= setTimeout(() => {
      this.#valuesTimer = undefined;
      ++this.#valuesTick;
    }, kOrderEveryMillis);
  }

  #orderTimer: ReturnType<typeof setTimeout> | undefined;

  #followServer(): (() => void) | undefined {
    if (!this.#byServer || runMetric.tag === '') {
      this.#served = null;
      this.#servedAll = false;
      return undefined;
    }
    void this.#valuesTick;
    void view.values;
    void view.order;
    void preferences.metricStatistic;
    void this.#named;
    const abort = new AbortController();
    this.#orderTimer = setTimeout(() => void this.#askOrder(abort.signal), kDelayMillis);
    return () => {
      clearTimeout(this.#orderTimer);
      abort.abort();
    };
  }

  async #askOrder(signal: AbortSignal): Promise<void> {
    const values = parseValues(view.values);
    const by = orderBy(view.order);
    const order = by === 'hparam' ? 'name' : by;
    const named = untrack(() => this.#named);
    const all = named === selection.listed ? {} : { runs: named.map((run) => run.id) };
    const limits = {
      ...(values?.atLeast === undefined ? {} : { at_least: values.atLeast }),
      ...(values?.atMost === undefined ? {} : { at_most: values.atMost }),
    };
    const ids: RunId[] = [];
    try {
      for (let total = 1; ids.length < total; ) {
        const answer = await client.rows({
          tag: runMetric.tag, statistic: preferences.metricStatistic, order, ...all, ...limits,
          descending: view.order.startsWith('-'), offset: ids.length, limit: kWindow,
        }, signal);
        total = answer.total;
        if (answer.rows.length === 0) break;
        for (const row of answer.rows) ids.push(row.run);
        if (ids.length === kWindow && this.#served === null) this.#served = [...ids];
      }
      this.#served = ids;
      this.#servedAll = true;
    } catch (error) {
      if (!isAbort(error) && !isRefusal(error)) this.#orderTimer = setTimeout(() => void this.#askOrder(signal), kOrderEveryMillis);
    }
  }
}

export const runList = new RunList();
