/** Which values of a series a card shows: those that stand, or those that a restart superseded. */

import type { Superseded } from '../../api/types';
import { formatInteger } from '../../base/numbers';
import { preferences } from '../../state/preferences.svelte';
import { PageOptions } from './page_options.svelte';

/** A branch by its number; null: what stands. */
export type Branch = number | null;

const kNone: readonly Superseded[] = [];

interface Branched {
  readonly restarts: readonly Superseded[];
}

export interface Chosen<Series extends Branched> {
  readonly series: Series;
  readonly branch: Branch;
}

/** In the address, with the card's other options. */
export class BranchChoice {
  readonly #options: PageOptions;

  constructor(key: string) {
    this.#options = new PageOptions(key);
  }

  get wanted(): Branch {
    const branch = preferences.branches ? this.#options.number('branch', -1) : -1;
    return branch >= 0 ? branch : null;
  }
  set wanted(to: Branch) {
    this.#options.set('branch', to ?? -1, -1);
  }
}

export const branchParameter = (branch: Branch): { branch?: number } => (branch === null ? {} : { branch });

/** Asks for one series; for what stands where there is no such branch. */
export async function askBranch<Series extends Branched>(
  branch: Branch,
  ask: (branch: { branch?: number }) => Promise<readonly Series[]>,
): Promise<Chosen<Series> | null> {
  const [found] = branch === null ? [] : await ask(branchParameter(branch));
  if (found !== undefined) return { series: found, branch };
  const [standing] = await ask({});
  return standing === undefined ? null : { series: standing, branch: null };
}

/** Those that can be chosen. */
export const restartsOf = (chosen: Chosen<Branched> | null): readonly Superseded[] =>
  preferences.branches ? (chosen?.series.restarts ?? kNone) : kNone;

export const restartWords = ({ restart_step }: Superseded): string =>
  `superseded by the restart at step ${formatInteger(restart_step)}`;

export function stepsWords({ first_step, last_step }: Superseded): string {
  const [first, last] = [formatInteger(first_step), formatInteger(last_step)];
  return first === last ? `step ${first}` : `steps ${first} to ${last}`;
}
