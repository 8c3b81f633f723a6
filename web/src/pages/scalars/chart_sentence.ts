/** A chart in one sentence, for those who do not see it. */

import { formatInteger, formatValue } from '../../base/numbers';
import type { ChartContent, Line } from '../../charts/line_chart/model';

interface Last {
  readonly name: string;
  readonly value: number;
  readonly step: number | null;
}

function lastOf(line: Line): Last | null {
  for (let i = line.y.length - 1; i >= 0; --i) {
    const value = line.y[i] ?? NaN;
    if (Number.isFinite(value)) return { name: line.name, value, step: line.step?.[i] ?? null };
  }
  return null;
}

const told = ({ name, value, step }: Last): string =>
  `${formatValue(value)} (${name}${step === null ? '' : `, step ${formatInteger(step)}`})`;

export function chartSentence(tags: readonly string[], content: ChartContent | null): string {
  const title = tags.join(', ');
  if (content === null) return `${title}, not loaded yet`;
  if (content.cloud !== null) {
    const median = content.cloud.median[content.cloud.median.length - 1] ?? NaN;
    return `${title}, ${formatInteger(content.cloud.runs)} runs as a cloud. Their median ends at ${formatValue(median)}.`;
  }
  if (content.bands.length > 0) {
    const ends = content.bands.map((band) => `${band.name} ${formatValue(band.middle[band.middle.length - 1] ?? NaN)}`);
    return `${title}, means of ${content.bands.length} groups of runs. They end at ${ends.join(', ')}.`;
  }
  const runs = content.lines.length;
  const lasts = content.lines.map(lastOf).filter((last) => last !== null);
  const count = `${formatInteger(runs)} ${runs === 1 ? 'line' : 'lines'}`;
  if (lasts.length === 0) return `${title}, ${count}, no finite values.`;
  const ordered = lasts.sort((a, b) => a.value - b.value);
  const [lowest] = ordered;
  const highest = ordered[ordered.length - 1];
  if (lowest === undefined || highest === undefined || lowest === highest) {
    return `${title}, ${count}. The last value is ${lowest === undefined ? 'missing' : told(lowest)}.`;
  }
  return `${title}, ${count}. Last values from ${told(lowest)} to ${told(highest)}.`;
}
