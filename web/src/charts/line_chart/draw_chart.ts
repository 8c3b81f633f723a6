/** A whole chart on a surface: the canvas of a card, a picture to keep, or an SVG. */

import { chartTheme, type ChartTheme } from '../theme';
import { xExtent, yExtent } from './domains';
import { drawAxes, tickFont } from './draw_axes';
import { drawBands, drawCloud, strokeMiddle } from './draw_bands';
import { drawHighlightedLine, drawLines } from './draw_lines';
import { drawMarkerLabels, drawMarkers, drawMarks } from './draw_marks';
import { drawEndLabels, endLabels, gutterOf, type EndLabel } from './end_labels';
import { layOut, type Plot } from './layout';
import type { ChartContent, XKind } from './model';
import type { Domain, ScaleKind } from './scales';
import type { Surface } from './surface';

export interface ChartOptions {
  readonly xKind: XKind;
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  readonly xDomain: Domain | null; // null: all there is.
  readonly yDomain: Domain | null;
  readonly ignoreOutliers: boolean;
  readonly ends: boolean; // Last values at the right.
  readonly words: boolean; // Room for "NaN" and "superseded".
  readonly names?: boolean; // Last values have names: nothing else on the screen tells whose they are.
}

export interface PreparedChart {
  readonly content: ChartContent;
  readonly options: ChartOptions;
  readonly plot: Plot;
  readonly labels: readonly EndLabel[];
}

/** Chooses domains and lays out; what costs is done once for each change of data or size. */
export function prepareChart(
  surface: Surface,
  content: ChartContent,
  options: ChartOptions,
  width: number,
  height: number,
  theme: ChartTheme = chartTheme(),
): PreparedChart {
  surface.font = tickFont(theme);
  const measure = (text: string): number => surface.measureText(text).width;
  const x = options.xDomain ?? xExtent(content, options.xScale);
  const y = options.yDomain ?? yExtent(content, x, options.yScale, options.ignoreOutliers);
  const labels = options.ends ? endLabels(content, x, theme, options.names === true) : [];
  const plot = layOut({
    width,
    height,
    xKind: options.xKind,
    xScale: options.xScale,
    yScale: options.yScale,
    x,
    y,
    gutter: gutterOf(labels, measure, options.names === true ? width / 4 : undefined),
    measure,
  });
  return { content, options, plot, labels };
}

function clipToPlot(surface: Surface, plot: Plot): void {
  surface.save();
  surface.beginPath();
  surface.rect(plot.left, plot.top - 2, plot.right - plot.left + 4, plot.bottom - plot.top + 3);
  surface.clip();
}

export function drawChart(surface: Surface, chart: PreparedChart, theme: ChartTheme = chartTheme()): void {
  const { content, options, plot } = chart;
  drawAxes(surface, plot, theme);
  drawMarkers(surface, plot, content.markers, theme);
  clipToPlot(surface, plot);
  if (content.cloud !== null) drawCloud(surface, plot, content.cloud, theme);
  drawBands(surface, plot, content.bands, theme);
  drawLines(surface, plot, content.lines, theme);
  surface.restore();
  drawMarkerLabels(surface, plot, content.markers, theme);
  drawMarks(surface, plot, content.lines, theme, options.words);
  drawEndLabels(surface, plot, chart.labels, theme);
}

/** The line or band of that key, over what is drawn already. */
export function drawHighlight(surface: Surface, chart: PreparedChart, key: string, theme: ChartTheme = chartTheme()): void {
  const { content, plot } = chart;
  clipToPlot(surface, plot);
  for (const band of content.bands) if (band.key === key) strokeMiddle(surface, plot, band, 2.4);
  for (const line of content.lines) if (line.key === key) drawHighlightedLine(surface, plot, line, theme);
  surface.restore();
}
