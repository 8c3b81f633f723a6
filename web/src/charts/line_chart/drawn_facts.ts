/** What was drawn, as attributes: for tests, which cannot read a canvas. */

import type { PreparedChart } from './draw_chart';

/** Points of all that is drawn. */
export function pointsOf({ content }: PreparedChart): number {
  let points = content.cloud?.x.length ?? 0;
  for (const line of content.lines) points += line.x.length;
  for (const band of content.bands) points += band.x.length;
  return points;
}

export function factsOf(chart: PreparedChart): Record<string, string> {
  const { lines, bands, cloud } = chart.content;
  let lastStep = -Infinity;
  for (const line of lines) lastStep = Math.max(lastStep, line.step?.[line.step.length - 1] ?? -Infinity);
  return {
    drawnPoints: String(pointsOf(chart)),
    drawnLines: String(lines.length),
    drawnBands: String(bands.length),
    cloudRuns: String(cloud?.runs ?? 0),
    xDomain: chart.plot.x.domain.join(' '),
    yDomain: chart.plot.y.domain.join(' '),
    xTicks: chart.plot.xTicks.map((tick) => tick.label).join('|'),
    yTicks: chart.plot.yTicks.map((tick) => tick.label).join('|'),
    lastStep: Number.isFinite(lastStep) ? String(lastStep) : '',
    nonFinite: String(lines.reduce((sum, line) => sum + (line.nonFinite?.length ?? 0), 0)),
    branches: String(lines.reduce((sum, line) => sum + (line.branches?.length ?? 0), 0)),
  };
}
