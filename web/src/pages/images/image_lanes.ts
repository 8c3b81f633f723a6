/** The images of a run, one after the other: those that stand, and those of each branch that a
 * restart superseded. Each is a column of its own. */

import { client } from '../../api/client';
import type { BlobSeries, RunId, Superseded } from '../../api/types';

export interface Lane extends BlobSeries {
  readonly restart: Superseded | null; // Null: what stands.
}

export const laneKey = ({ run, restart }: Lane): string => `${run} ${restart?.branch ?? 'standing'}`;

export function lanesByRun(lanes: readonly Lane[]): ReadonlyMap<RunId, readonly Lane[]> {
  const byRun = new Map<RunId, Lane[]>();
  for (const lane of lanes) byRun.set(lane.run, [...(byRun.get(lane.run) ?? []), lane]);
  return byRun;
}

/** Which branches there are, and which runs have each. */
export function runsByBranch(standing: readonly BlobSeries[]): Map<number, RunId[]> {
  const runs = new Map<number, RunId[]>();
  for (const { run, restarts } of standing) {
    for (const { branch } of restarts) runs.set(branch, [...(runs.get(branch) ?? []), run]);
  }
  return runs;
}

/** All lanes of the runs; what stands comes first. */
export async function askLanes(
  tag: string, runs: readonly RunId[], superseded: boolean, signal: AbortSignal,
): Promise<readonly Lane[]> {
  const standing = await client.blobs({ kind: 'image', tag, runs }, signal);
  const lanes: Lane[] = standing.map((series) => ({ ...series, restart: null }));
  if (!superseded) return lanes;
  const branches = [...runsByBranch(standing)].map(async ([branch, having]) => {
    const found = await client.blobs({ kind: 'image', tag, runs: having, branch }, signal);
    return found.map((series) => ({ ...series, restart: series.restarts.find((one) => one.branch === branch) ?? null }));
  });
  const left = (await Promise.all(branches)).flat();
  return [...lanes, ...left.filter(({ restart }) => restart !== null)];
}
