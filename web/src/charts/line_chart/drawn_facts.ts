/** What was drawn, as attributes: for tests, which cannot read a canvas. */

import type { PreparedChart } from './draw_chart';

export function factsOf(chart: PreparedChart): Record<string, string> {
  const { lines, bands, cloud } = chart.content;
  let points = cloud?.x.length ?? 0;
  let lastStep = -Infinity;
  for (const line of lines) {
    points += line.x.length;
    lastStep = Math.max(lastStep, line.step?.[line.step.length - 1] ?? -Infinity);
  }
  for (const band of bands) points += band.x.length;
  return {
    drawnPoints: String(points),
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
