/** Histograms of a series, brought onto bins that all their steps share. */

type Column = ArrayLike<number>;

/** Histograms of one run and tag, oldest first; the buckets of the i-th lie at
    `offset[i]` to `offset[i + 1]` of `left`, `right` and `count`. */
export interface HistogramColumns {
  readonly step: Column;
  readonly wall: Column;
  readonly offset: Column;
  readonly left: Column;
  readonly right: Column;
  readonly count: Column;
  readonly percentiles?: Column; // Nine for each step.
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Rows of equal bins: row i, bin j is `counts[i * bins + j]`. */
export interface BinnedHistograms {
  readonly range: Range;
  readonly bins: number;
  readonly rows: number;
  readonly counts: Float64Array;
  readonly highest: number; // The largest count of any bin.
  readonly lowest: number; // The least that is not 0; infinite without any.
  readonly broken: Uint8Array; // 1 where a row holds NaN, or nothing at all.
}

export interface Bucket {
  readonly left: number;
  readonly right: number;
  readonly count: number;
}

// Writers mark "everything below" and "everything above" by the largest doubles.
const kOpenEnd = 1e300;

const at = (column: Column, i: number): number => column[i] ?? Number.NaN;

/** A bucket with finite edges: an open end becomes the other edge. */
export function closedBucket(left: number, right: number, count: number): Bucket {
  const openLeft = !(left > -kOpenEnd);
  const openRight = !(right < kOpenEnd);
  if (openLeft && openRight) return { left: Number.NaN, right: Number.NaN, count };
  return { left: openLeft ? right : left, right: openRight ? left : right, count };
}

export function bucketsOf(columns: HistogramColumns, row: number): Bucket[] {
  const buckets: Bucket[] = [];
  for (let i = at(columns.offset, row); i < at(columns.offset, row + 1); i++) {
    buckets.push(closedBucket(at(columns.left, i), at(columns.right, i), at(columns.count, i)));
  }
  return buckets;
}

/** The number of buckets of the histogram that has most: more bins would only draw steps. */
export function mostBuckets(columns: HistogramColumns): number {
  let most = 0;
  for (let row = 0; row < columns.step.length; row++) {
    most = Math.max(most, at(columns.offset, row + 1) - at(columns.offset, row));
  }
  return most;
}

/** Whether the i-th histogram cannot be drawn: it holds NaN, or counts nothing. */
export function isBroken(columns: HistogramColumns, row: number): boolean {
  let total = 0;
  for (let i = at(columns.offset, row); i < at(columns.offset, row + 1); i++) {
    if (Number.isNaN(at(columns.left, i)) || Number.isNaN(at(columns.right, i))) return true;
    total += at(columns.count, i);
  }
  return !(total > 0 && Number.isFinite(total));
}

/** From the smallest to the largest value that some bucket counts. Never empty. */
export function valueRange(all: readonly HistogramColumns[]): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const columns of all) {
    for (let row = 0; row < columns.step.length; row++) {
      if (isBroken(columns, row)) continue;
      for (const { left, right, count } of bucketsOf(columns, row)) {
        if (!(count > 0) || Number.isNaN(left)) continue;
        low = Math.min(low, left);
        high = Math.max(high, right);
      }
    }
  }
  if (low > high) return { low: -1, high: 1 };
  if (low < high) return { low, high };
  const margin = low === 0 ? 1 : Math.abs(low) / 2;
  return { low: low - margin, high: high + margin };
}

const kTail = 0.02; // Of each histogram, at either end.
const kOddRows = 0.05; // Histograms, at either end, whose reach does not count.
const kFar = 3; // Less than so many times the usual range is no outlier.

/** The value below which a part of a histogram's counts lies. */
function quantile(columns: HistogramColumns, row: number, part: number): number {
  const [begin, end] = [at(columns.offset, row), at(columns.offset, row + 1)];
  let total = 0;
  for (let i = begin; i < end; i++) total += at(columns.count, i);
  let [below, value] = [0, Number.NaN];
  for (let i = begin; i < end; i++) {
    const { left, right, count } = closedBucket(at(columns.left, i), at(columns.right, i), at(columns.count, i));
    if (!(count > 0) || Number.isNaN(left)) continue;
    value = right;
    if (below + count >= part * total) return left + ((right - left) * (part * total - below)) / count;
    below += count;
  }
  return value;
}

/** The range without far outliers: of values, and of steps that are unlike the others. The
    whole range, where nothing is far. */
export function usualRange(columns: HistogramColumns): Range {
  const whole = valueRange([columns]);
  const [lows, highs]: [number[], number[]] = [[], []];
  for (let row = 0; row < columns.step.length; row++) {
    if (isBroken(columns, row)) continue;
    lows.push(quantile(columns, row, kTail));
    highs.push(quantile(columns, row, 1 - kTail));
  }
  if (lows.length === 0) return whole;
  lows.sort((a, b) => a - b);
  highs.sort((a, b) => b - a);
  const skipped = Math.floor(lows.length * kOddRows);
  const [low, high] = [lows[skipped]!, highs[skipped]!];
  if (!(high > low) || whole.high - whole.low < kFar * (high - low)) return whole;
  const margin = (high - low) * 0.15;
  return { low: Math.max(whole.low, low - margin), high: Math.min(whole.high, high + margin) };
}

/** Spreads a bucket's count evenly over the bins it covers; what is beside them is left out. */
function spread(counts: Float64Array, begin: number, bins: number, range: Range, bucket: Bucket) {
  const scale = bins / (range.high - range.low);
  const first = (bucket.left - range.low) * scale;
  const last = (bucket.right - range.low) * scale;
  const clamp = (bin: number) => Math.min(bins - 1, Math.max(0, Math.floor(bin)));
  if (!(last - first > 1e-9)) {
    if (first < 0 || first > bins) return;
    const bin = begin + clamp(first);
    counts[bin] = at(counts, bin) + bucket.count;
    return;
  }
  for (let bin = clamp(first); bin <= clamp(last); bin++) {
    const covered = Math.min(bin + 1, last) - Math.max(bin, first);
    if (covered <= 0) continue;
    counts[begin + bin] = at(counts, begin + bin) + (bucket.count * covered) / (last - first);
  }
}

export function binHistograms(
  columns: HistogramColumns,
  bins: number,
  range: Range = valueRange([columns]),
): BinnedHistograms {
  const rows = columns.step.length;
  const counts = new Float64Array(rows * bins);
  const broken = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    if (isBroken(columns, row)) {
      broken[row] = 1;
      continue;
    }
    for (const bucket of bucketsOf(columns, row)) {
      if (bucket.count > 0 && !Number.isNaN(bucket.left)) {
        spread(counts, row * bins, bins, range, bucket);
      }
    }
  }
  let [highest, lowest] = [0, Number.POSITIVE_INFINITY];
  for (const count of counts) {
    highest = Math.max(highest, count);
    if (count > 0) lowest = Math.min(lowest, count);
  }
  return { range, bins, rows, counts, highest, lowest, broken };
}

/** The bucket of a histogram that holds `value`, or null. */
export function bucketAt(columns: HistogramColumns, row: number, value: number): Bucket | null {
  let found: Bucket | null = null;
  for (const bucket of bucketsOf(columns, row)) {
    if (value >= bucket.left && value <= bucket.right) {
      if (value < bucket.right) return bucket;
      found = bucket;
    }
  }
  return found;
}

/** Steps that cannot be drawn, in one phrase for a chip; null if there are none. */
export function brokenSteps(columns: HistogramColumns): { first: number; toEnd: boolean } | null {
  const rows = columns.step.length;
  for (let row = 0; row < rows; row++) {
    if (!isBroken(columns, row)) continue;
    let toEnd = true;
    for (let later = row + 1; later < rows; later++) toEnd &&= isBroken(columns, later);
    return { first: at(columns.step, row), toEnd };
  }
  return null;
}
