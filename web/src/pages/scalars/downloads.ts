/** What a card can be kept as: tables of what it shows, and pictures of the chart itself. */

import type { RunId } from '../../api/types';
import type { PreparedChart } from '../../charts/line_chart/draw_chart';
import { chartAsPng, chartAsSvg, type ExportRequest } from '../../charts/line_chart/export_image';
import { catalog } from '../../state/catalog.svelte';
import type { Interval, ViewAxis } from '../../state/view.svelte';
import { fileName, saveBlob, saveFile } from '../downloads/save';
import type { ScalarCardModel } from './scalar_card.svelte';
import { tableAsCsv, tableAsJson, tableOfAggregates, tableOfComparison, type ShownTable } from './shown_table';

type Format = 'csv' | 'json';

/** What is worked out from many curves, as it is drawn; null where curves are drawn as they are. */
function workedOut(model: ScalarCardModel): ShownTable | null {
  const { answer } = model.data;
  if (answer === null) return null;
  if (model.card.group !== null) return tableOfAggregates(answer.bands, answer.plan);
  if (model.cloud && answer.cloud !== null) return tableOfAggregates([answer.cloud], answer.plan);
  if (model.compare === null) return null;
  const nameOf = (run: RunId): string => catalog.nameOf(run) ?? '';
  return tableOfComparison(model.content?.lines ?? [], model.compare, model.zoom, nameOf);
}

function everyPoint(
  format: Format,
  tags: readonly string[],
  runs: readonly RunId[],
  axis: ViewAxis,
  window: Interval | null,
): Promise<void> {
  const part = window === null ? {} : { axis, ...window };
  return saveFile(`scalars.${format}`, { tags, runs, name: fileName(tags, format), ...part });
}

export async function downloadTable(
  format: Format,
  model: ScalarCardModel,
  runs: readonly RunId[],
  axis: ViewAxis,
): Promise<void> {
  const table = workedOut(model);
  if (table === null) return everyPoint(format, model.tags, runs, axis, model.zoom);
  const text = format === 'csv' ? tableAsCsv(table) : tableAsJson(table);
  saveBlob(new Blob([text], { type: format === 'csv' ? 'text/csv' : 'application/json' }), fileName(model.tags, format));
}

export async function downloadPicture(format: 'svg' | 'png', tags: readonly string[], chart: PreparedChart): Promise<void> {
  const request: ExportRequest = {
    title: tags.join(', '),
    content: chart.content,
    options: { ...chart.options, names: false }, // It has a legend.
    width: Math.max(640, chart.plot.width),
    height: Math.max(320, chart.plot.height),
  };
  if (format === 'png') saveBlob(await chartAsPng(request), fileName(tags, 'png'));
  else saveBlob(new Blob([chartAsSvg(request)], { type: 'image/svg+xml' }), fileName(tags, 'svg'));
}
