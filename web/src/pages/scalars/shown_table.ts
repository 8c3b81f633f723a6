/**
 * Tables of what a card works out from many curves: the mean with its band, the cloud, the
 * difference or the ratio. In the server's forms, with the places that are drawn.
 */

import type { Aggregate, RunId } from '../../api/types';
import type { Line } from '../../charts/line_chart/model';
import type { Interval } from '../../state/view.svelte';
import type { CardPlan } from './card_plan';
import { runOfKey } from './chart_content';
import type { Comparison } from './compare_to_baseline';

export interface ShownTable {
  readonly names: readonly string[]; // Of what tells the parts apart.
  readonly columns: readonly string[];
  readonly parts: readonly TablePart[];
}

interface TablePart {
  readonly names: readonly string[];
  readonly rows: readonly (readonly number[])[];
}

const kAxisColumns = { step: 'step', wall: 'wall_time', relative: 'relative_time', relative_step: 'relative_step' } as const;
const kQuantileNames: Readonly<Record<number, readonly string[]>> = {
  3: ['quantile_10', 'median', 'quantile_90'],
  7: ['quantile_2', 'quantile_10', 'quantile_25', 'median', 'quantile_75', 'quantile_90', 'quantile_98'],
};

/** One part for each group and tag of the plan; a cloud is one group of the first tag. */
export function tableOfAggregates(aggregates: readonly Aggregate[], plan: Pick<CardPlan, 'axis' | 'groups' | 'tags'>): ShownTable {
  const groups = plan.groups.length === 0 ? ['all'] : plan.groups.map((group) => group.name);
  const quantiles = kQuantileNames[aggregates[0]?.quantiles.length ?? 0] ?? [];
  const parts = aggregates.map((aggregate, i) => {
    const columns = [
      aggregate.x, aggregate.curves, aggregate.mean, aggregate.deviation, aggregate.min, aggregate.max, ...aggregate.quantiles,
    ];
    return {
      names: [groups[i % groups.length] ?? '', plan.tags[Math.floor(i / groups.length)] ?? ''],
      rows: Array.from(aggregate.x, (_, row) => columns.map((column) => column[row] ?? NaN)),
    };
  });
  const x = kAxisColumns[plan.axis];
  return { names: ['group', 'tag'], columns: [x, 'runs', 'mean', 'deviation', 'min', 'max', ...quantiles], parts };
}

/** Of lines that were compared already; the neighbours outside of the window are left out. */
export function tableOfComparison(
  lines: readonly Line[],
  how: Comparison,
  window: Interval | null,
  nameOf: (run: RunId) => string,
): ShownTable {
  const smoothed = lines.some((line) => line.raw !== undefined);
  const parts = lines.map((line) => {
    const columns = [line.step ?? [], line.wall ?? [], ...(smoothed ? [line.raw ?? []] : []), line.y];
    const rows: number[][] = [];
    for (let i = 0; i < line.x.length; ++i) {
      const x = line.x[i] ?? NaN;
      if (window !== null && (x < window.from || x > window.to)) continue;
      rows.push(columns.map((column) => column[i] ?? NaN));
    }
    return { names: [nameOf(runOfKey(line.key)), line.key.slice(line.key.indexOf('\n') + 1)], rows };
  });
  const columns = ['step', 'wall_time', how, ...(smoothed ? [`smoothed_${how}`] : [])];
  return { names: ['run', 'tag'], columns, parts };
}

/** As the server quotes: no spreadsheet takes a name for a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[,"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function tableAsCsv({ names, columns, parts }: ShownTable): string {
  const lines = [[...names, ...columns].join(',')];
  for (const part of parts) {
    const start = part.names.map(cell).join(',');
    for (const row of part.rows) lines.push(`${start},${row.join(',')}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

export function tableAsJson({ names, columns, parts }: ShownTable): string {
  const number = (value: number): number | string => (Number.isFinite(value) ? value : String(value));
  const items = parts.map((part) => ({
    ...Object.fromEntries(names.map((name, i) => [name, part.names[i] ?? ''])),
    columns,
    points: part.rows.map((row) => row.map(number)),
  }));
  return `${JSON.stringify(items)}\n`;
}
