/** A chart as a picture to keep, with its title and the names of its lines. */

import { chartTheme } from '../theme';
import { drawChart, prepareChart, type ChartOptions } from './draw_chart';
import type { ChartContent } from './model';
import type { Surface } from './surface';
import { SvgSurface } from './svg_surface';

const kMargin = 12;
const kTitleHeight = 30;
const kRowHeight = 18;
const kMostNames = 40;
const kSwatch = 22;

export interface ExportRequest {
  readonly title: string;
  readonly content: ChartContent;
  readonly options: ChartOptions;
  readonly width: number;
  readonly height: number; // Of the chart alone.
}

interface Entry {
  readonly name: string;
  readonly color: string;
  readonly dash?: readonly number[] | undefined;
}

function legendOf(content: ChartContent): Entry[] {
  const entries: Entry[] = [
    ...content.bands.map(({ name, color }) => ({ name, color })),
    ...content.lines.map(({ name, color, dash }) => ({ name, color, dash })),
  ];
  if (content.cloud !== null) {
    entries.unshift({ name: `median of ${content.cloud.runs} runs`, color: chartTheme().token['--text-1'] });
  }
  return entries.slice(0, kMostNames);
}

function totalHeight(request: ExportRequest): number {
  return kTitleHeight + request.height + legendOf(request.content).length * kRowHeight + 2 * kMargin;
}

/** Draws title and legend; the chart itself comes between them. */
function drawFrame(surface: Surface, request: ExportRequest): void {
  const theme = chartTheme();
  surface.fillStyle = theme.token['--bg-card'];
  surface.fillRect(0, 0, request.width, totalHeight(request));
  surface.textBaseline = 'middle';
  surface.textAlign = 'left';
  surface.fillStyle = theme.token['--text-1'];
  surface.font = `600 13px ${theme.token['--font']}`;
  surface.fillText(request.title, kMargin, kTitleHeight / 2 + 2);
  surface.font = `12px ${theme.token['--font']}`;
  legendOf(request.content).forEach((entry, i) => {
    const y = kTitleHeight + request.height + kMargin + i * kRowHeight + kRowHeight / 2;
    surface.strokeStyle = entry.color;
    surface.lineWidth = 2;
    surface.setLineDash([...(entry.dash ?? [])]);
    surface.beginPath();
    surface.moveTo(kMargin, y);
    surface.lineTo(kMargin + kSwatch, y);
    surface.stroke();
    surface.setLineDash([]);
    surface.fillStyle = theme.token['--text-2'];
    surface.fillText(entry.name, kMargin + kSwatch + 8, y);
  });
}

function measuringContext(): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('the browser has no canvas');
  return context;
}

/** The chart as an SVG document. */
export function chartAsSvg(request: ExportRequest): string {
  const measure = measuringContext();
  const frame = new SvgSurface(measure);
  drawFrame(frame, request);
  const inner = new SvgSurface(measure);
  drawChart(inner, prepareChart(inner, request.content, request.options, request.width, request.height));
  const nested = inner.text(request.width, request.height).replace('<svg ', `<svg y="${kTitleHeight}" `);
  return frame.text(request.width, totalHeight(request)).replace('</svg>', `${nested}</svg>`);
}

/** The chart as a PNG, twice as fine as the screen's pixels. */
export function chartAsPng(request: ExportRequest): Promise<Blob> {
  const context = measuringContext();
  const ratio = Math.max(2, devicePixelRatio);
  context.canvas.width = Math.round(request.width * ratio);
  context.canvas.height = Math.round(totalHeight(request) * ratio);
  context.scale(ratio, ratio);
  drawFrame(context, request);
  context.translate(0, kTitleHeight);
  drawChart(context, prepareChart(context, request.content, request.options, request.width, request.height));
  return new Promise((resolve, reject) => {
    context.canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the picture could not be made'));
      else resolve(blob);
    }, 'image/png');
  });
}
