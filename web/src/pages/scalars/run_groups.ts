/** Groups of runs whose mean is drawn: by directory, by regular expression, by hyperparameter. */

import type { Hparams, RunId } from '../../api/types';
import { compilePattern, groupKey } from '../../base/color_groups';
import { formatShort } from '../../base/numbers';
import type { CardGroup } from '../../state/view.svelte';

export interface RunGroup {
  readonly name: string;
  readonly runs: readonly RunId[];
}

const kMostGroups = 100; // As many as one request may hold.

function valueText(value: unknown): string {
  return typeof value === 'number' ? formatShort(value) : String(value);
}

function hparamKey(hparams: Hparams | null, name: string): (run: RunId) => string | null {
  const column = hparams?.names.indexOf(name) ?? -1;
  const values = new Map(hparams?.runs.map((row) => [row.run, row.values[column]]));
  return (run) => {
    const value = values.get(run);
    return value === undefined || value === null ? null : `${name} ${valueText(value)}`;
  };
}

/** Runs of no group (a name without a match, a run without the hyperparameter) are left out. */
export function groupRuns(
  by: CardGroup,
  runs: readonly RunId[],
  nameOf: (run: RunId) => string,
  hparams: Hparams | null,
): RunGroup[] {
  let keyOf: (run: RunId) => string | null;
  if (by === 'directory') keyOf = (run) => groupKey(nameOf(run), 'directory', null) || '(top)';
  else if (by.startsWith('regex:')) {
    const pattern = compilePattern(by.slice('regex:'.length));
    keyOf = (run) => groupKey(nameOf(run), 'regex', pattern)?.replaceAll('\u0000', ' ') ?? null;
  } else keyOf = hparamKey(hparams, by.slice('hparam:'.length));
  const groups = new Map<string, RunId[]>();
  for (const run of runs) {
    const key = keyOf(run);
    if (key === null) continue;
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [run]);
    else members.push(run);
  }
  return [...groups].map(([name, members]) => ({ name, runs: members })).slice(0, kMostGroups);
}

/** As a chip says it. */
export function groupLabel(by: CardGroup): string {
  if (by === 'directory') return 'by directory';
  if (by.startsWith('regex:')) return `by ${by.slice('regex:'.length)}`;
  return `by ${by.slice('hparam:'.length)}`;
}
