/** A metric in a few strokes; what is not finite is left out. */

const kLeastRange = 0.1; // Of the values' size: less is noise, and drawn as flat as it is.
const kRough = 5; // Ups and downs, in ranges, above which a line is noise: thin, and not as high.
const kRoughSpan = 2.5;

export interface SparklinePath {
  readonly path: string;
  readonly rough: boolean;
}

export function sparklinePath(values: readonly number[], width: number, height: number): SparklinePath {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return { path: '', rough: false };
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  let way = 0;
  for (let i = 1; i < finite.length; ++i) way += Math.abs((finite[i] ?? 0) - (finite[i - 1] ?? 0));
  const rough = way > kRough * (high - low);
  const least = kLeastRange * Math.max(Math.abs(low), Math.abs(high));
  const span = Math.max((high - low) * (rough ? kRoughSpan : 1), least) || 1;
  const bottom = (low + high - span) / 2;
  const across = Math.max(1, values.length - 1);
  let path = '';
  let pen = 'M';
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) {
      pen = 'M';
      return;
    }
    const x = 1 + (i / across) * (width - 2);
    const y = height - 2 - ((value - bottom) / span) * (height - 3);
    path += `${pen}${x.toFixed(1)} ${y.toFixed(1)}`;
    pen = 'L';
  });
  return { path, rough };
}
