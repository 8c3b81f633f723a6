/** What a line chart draws: plain data, ready to be put on the screen. */

import type { Domain } from './scales';

export type NumberColumn = ArrayLike<number>;

/** How the numbers of the x axis are meant: a count, seconds that passed, or a time of day. */
export type XKind = 'number' | 'duration' | 'time';

/** Where a line has values that no axis can hold. */
export interface NonFiniteSpan {
  readonly kind: 'NaN' | 'Infinity' | '-Infinity';
  readonly from: number;
  readonly to: number;
}

/** What a restart wrote again: drawn dashed, from where the restart left the line. */
export interface SupersededBranch {
  readonly x: NumberColumn;
  readonly y: NumberColumn;
}

/** One curve. Columns have equal length and x ascends; y may hold NaN, which breaks the line. */
export interface Line {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  readonly x: NumberColumn;
  readonly y: NumberColumn;
  readonly raw?: NumberColumn; // As written, where y is smoothed: faint behind it.
  readonly rawHidden?: boolean;
  readonly step?: NumberColumn;
  readonly wall?: NumberColumn;
  readonly nonFinite?: readonly NonFiniteSpan[];
  readonly branches?: readonly SupersededBranch[];
  readonly live?: boolean;
  readonly reduced?: boolean; // Not every point is there.
  readonly dash?: readonly number[];
}

/** A group of runs as one: its middle and what lies around it. */
export interface Band {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  readonly x: NumberColumn;
  readonly middle: NumberColumn;
  readonly low: NumberColumn;
  readonly high: NumberColumn;
  readonly around: 'spread' | 'range'; // Whether both sides are alike, or told one by one.
  readonly runs: NumberColumn; // How many have a value there.
}

/** More runs than lines can tell apart: how many pass where, and their quantiles. */
export interface Cloud {
  readonly runs: number;
  readonly x: NumberColumn;
  readonly curves: NumberColumn; // How many runs have a value there.
  readonly low: NumberColumn; // The 10 % quantile.
  readonly median: NumberColumn;
  readonly high: NumberColumn; // The 90 % quantile.
  readonly around: readonly (readonly [NumberColumn, NumberColumn])[]; // More quantiles, outermost first.
  readonly density: NumberColumn | null; // `bins` counts for each x, lowest value first.
  readonly bins: number;
  readonly densityRange: Domain;
}

export interface Marker {
  readonly x: number;
  readonly label: string;
}

/** Where the cursor is, in pixels of the window. */
export interface PointerPlace {
  readonly x: number;
  readonly value: number | null; // Of the y axis, at the pointer; null where keys moved the cursor.
  readonly pointer?: number | null; // The x axis there; the cursor snaps to points.
  readonly plotTop: number;
  readonly plotBottom: number;
}

export interface ChartContent {
  readonly lines: readonly Line[];
  readonly bands: readonly Band[];
  readonly cloud: Cloud | null;
  readonly markers: readonly Marker[];
}

export const kEmptyContent: ChartContent = { lines: [], bands: [], cloud: null, markers: [] };
