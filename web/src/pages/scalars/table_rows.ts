/** The table below a card: values at the cursor, and what the window holds. */

import type { Statistics } from '../../api/types';
import type { CursorValue } from './cursor_values';

const kColumnIds = ['name', 'smoothed', 'value', 'step', 'versus', 'min', 'mean', 'max', 'change', 'relative'] as const;
export type ColumnId = (typeof kColumnIds)[number];

export interface Sort {
  readonly column: ColumnId;
  readonly descending: boolean;
}

const kSorted = /^sort:(-?)([a-z]+)$/;

/** As it stands in the address: sort:min, or sort:-min downwards. */
export function parseSort(text: string | null): Sort | null {
  const [, sign, name] = kSorted.exec(text ?? '') ?? [];
  const column = kColumnIds.find((id) => id === name);
  return column === undefined ? null : { column, descending: sign === '-' };
}

export const formatSort = ({ column, descending }: Sort): string => `sort:${descending ? '-' : ''}${column}`;

export interface TableRow {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  readonly smoothed: number | null;
  readonly value: number | null;
  readonly step: number | null;
  readonly versus: number | null; // To the baseline; null for the baseline itself.
  readonly min: number | null;
  readonly mean: number | null;
  readonly max: number | null;
  readonly change: number | null;
  readonly relative: number | null;
}

export interface RowSource {
  readonly at: CursorValue;
  readonly statistics: Statistics | undefined;
  readonly start: number | null; // Wall time of the curve's first point.
}

/** One row for each value; `baselineOf` a line's key is that of the line it is compared with. */
export function tableRows(sources: readonly RowSource[], baselineOf: (key: string) => string | null): TableRow[] {
  const values = new Map(sources.map(({ at }) => [at.key, at.y]));
  return sources.map(({ at, statistics, start }) => {
    const baseline = baselineOf(at.key);
    const base = values.get(baseline ?? '') ?? null;
    const first = statistics?.first?.value ?? null;
    const last = statistics?.last?.value ?? null;
    const broken = statistics !== undefined && statistics.finite < statistics.count;
    return {
      key: at.key,
      name: at.name,
      color: at.color,
      smoothed: at.raw === null ? null : at.y,
      value: at.raw ?? at.y,
      step: at.step,
      versus: base === null || at.key === baseline ? null : at.y - base,
      min: statistics?.min?.value ?? null,
      mean: statistics === undefined ? null : statistics.mean,
      max: broken ? NaN : (statistics?.max?.value ?? null),
      change: first === null || last === null ? null : last - first,
      relative: at.wall === null || start === null ? null : at.wall - start,
    };
  });
}

/** Empty and NaN cells come last, whichever way. */
export function sortRows(rows: readonly TableRow[], sort: Sort): TableRow[] {
  const sign = sort.descending ? -1 : 1;
  if (sort.column === 'name') return sort.descending ? [...rows].reverse() : [...rows];
  const { column } = sort;
  const known = (row: TableRow): boolean => row[column] !== null && !Number.isNaN(row[column]);
  return [...rows].sort((a, b) => {
    const x = a[column];
    const y = b[column];
    if (!known(a) || !known(b)) return Number(known(b)) - Number(known(a));
    return sign * (Number(x) - Number(y));
  });
}
