/** Sets of runs as the API writes them: 3,5-9,12. */

import type { RunId } from './types';

/** A number that no run has: without any, the server would mean all. */
const kNone = '4294967295';
const kWorthKeeping = 64;
const known = new WeakMap<object, string>();

/** Long lists are worked out once: lists of runs are never changed in place. */
export function formatRunSet(runs: Iterable<RunId>): string {
  if (!Array.isArray(runs) || runs.length < kWorthKeeping) return format(runs);
  let text = known.get(runs);
  if (text === undefined) known.set(runs, (text = format(runs)));
  return text;
}

function format(runs: Iterable<RunId>): string {
  const sorted = [...new Set(runs)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length; ) {
    let end = i;
    while (end + 1 < sorted.length && sorted[end + 1] === (sorted[end] ?? 0) + 1) ++end;
    parts.push(end === i ? `${sorted[i]}` : `${sorted[i]}-${sorted[end]}`);
    i = end + 1;
  }
  return parts.length === 0 ? kNone : parts.join(',');
}
