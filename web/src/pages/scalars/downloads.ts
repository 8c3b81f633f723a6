/** What a card can be kept as: tables from the server, pictures from the chart itself. */

import { client } from '../../api/client';
import type { RunId } from '../../api/types';
import type { PreparedChart } from '../../charts/line_chart/draw_chart';
import { chartAsPng, chartAsSvg, type ExportRequest } from '../../charts/line_chart/export_image';
import type { Interval, ViewAxis } from '../../state/view.svelte';
import { serverAxis } from './card_plan';

function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  save(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file's name for a tag: what file systems dislike becomes a dash. */
export function fileName(tags: readonly string[], extension: string): string {
  const name = tags.join('+').replace(/[^\p{L}\p{N}._+-]+/gu, '-').slice(0, 80);
  return `${name === '' ? 'chart' : name}.${extension}`;
}

export function downloadTable(
  format: 'csv' | 'json',
  tags: readonly string[],
  runs: readonly RunId[],
  axis: ViewAxis,
  window: Interval | null,
): void {
  const part = window === null || axis === 'relative_step' ? {} : { axis: serverAxis(axis), ...window };
  save(client.scalarsUrl(format, tags, runs, part), fileName(tags, format));
}

export async function downloadPicture(format: 'svg' | 'png', tags: readonly string[], chart: PreparedChart): Promise<void> {
  const request: ExportRequest = {
    title: tags.join(', '),
    content: chart.content,
    options: chart.options,
    width: Math.max(640, chart.plot.width),
    height: Math.max(320, chart.plot.height),
  };
  if (format === 'png') saveBlob(await chartAsPng(request), fileName(tags, 'png'));
  else saveBlob(new Blob([chartAsSvg(request)], { type: 'image/svg+xml' }), fileName(tags, 'svg'));
}
