/** What one card shows, derived from the view, the selection and the data. */

import type { Curve, Run, RunId } from '../../api/types';
import { token } from '../../base/tokens';
import type { ChartOptions } from '../../charts/line_chart/draw_chart';
import { kPlotMargins } from '../../charts/line_chart/layout';
import { kEmptyContent, type ChartContent, type Line } from '../../charts/line_chart/model';
import type { Zoom } from '../../charts/line_chart/interaction';
import { tidied, type Domain } from '../../charts/line_chart/scales';
import { catalog } from '../../state/catalog.svelte';
import { preferences } from '../../state/preferences.svelte';
import { selection } from '../../state/selection.svelte';
import { theme } from '../../state/theme.svelte';
import { view, type CardView, type Interval, type ViewAxis } from '../../state/view.svelte';
import type { Span } from '../cards/card_span';
import { prefixOf } from '../cards/tag_groups';
import { xKindOf } from './axis_text';
import { CardData, type CardAnswer } from './card_data.svelte';
import { spanOf } from './card_height';
import { askedPixels, smoothingOf, type CardPlan } from './card_plan';
import { bandsOf, cloudOf, lineKey, lineOf, type LineLook } from './chart_content';
import { compareLines } from './compare_to_baseline';
import { hyperparameters } from './hyperparameters.svelte';
import { liveRuns } from './live_runs.svelte';
import { decadesUpTo } from './log_windows';
import { leftOut, nothingShown } from './not_shown';
import { groupRuns, type RunGroup } from './run_groups';
import { zoomsOf } from './zoom_history';

/** The cards whose zoom and y range hold for others. */
export const kSharedZoomKey = 'scalars';
export const groupKeyOf = (tag: string): string => `group:${prefixOf(tag)}`;
const kKeyStart = 'scalar::';
export const scalarKey = (tag: string): string => `${kKeyStart}${tag}`;
/** Null for keys of other cards. */
export const tagOfKey = (key: string): string | null => (key.startsWith(kKeyStart) ? key.slice(kKeyStart.length) : null);

/** The cells of the grid that a tag's card takes. */
export function spanOfScalar(tag: string, columns: number, rowHeight: number): Span {
  const { wide, table, zoom, tags } = view.card(scalarKey(tag));
  const zoomed = (preferences.sameZoom ? view.card(kSharedZoomKey).zoom : zoom) !== null;
  const rows = Math.min(selection.shown.length, 40) * (1 + tags.length);
  return spanOf({ wide, table, zoomed, rows }, columns, rowHeight);
}

const domainOf = (interval: Interval | null): Domain | null =>
  interval === null ? null : [interval.from, interval.to];
const intervalOf = (domain: Domain | null): Interval | null => {
  if (domain === null) return null;
  const [from, to] = tidied(domain);
  return from < to ? { from, to } : null;
};

const kNoRuns: readonly RunId[] = [];
const kNoGroups: readonly RunGroup[] = [];

/** How far a run reaches on an axis, about. */
function extentOf(axis: ViewAxis, run: Run | undefined): number {
  if (run === undefined) return 1;
  if (axis === 'step') return run.last_step;
  return axis === 'relative_step' ? run.last_step - run.first_step : run.last - run.start;
}

export class ScalarCardModel {
  readonly card: CardView;
  readonly groupCard: CardView;
  readonly #zoomCard: CardView;
  readonly data: CardData;
  readonly slot: string; // Of this card among those of the same key.
  width = $state(0);

  constructor(
    readonly tag: string,
    readonly key: string,
    place: string,
    readonly full: boolean,
  ) {
    this.slot = `${place} ${key}`;
    this.card = view.card(key);
    this.groupCard = view.card(groupKeyOf(tag));
    this.#zoomCard = view.card(kSharedZoomKey);
    this.data = new CardData(this.slot);
  }

  tags: readonly string[] = $derived.by(() => [this.tag, ...this.card.tags]);
  xScale = $derived.by(() => (view.axis === 'wall' ? 'linear' : (this.card.xScale ?? view.xScale)));
  yScale = $derived.by(() => this.card.yScale ?? view.yScale);
  zoom: Interval | null = $derived.by(() => (preferences.sameZoom ? this.#zoomCard.zoom : this.card.zoom));
  yRange: Interval | null = $derived.by(() => this.card.yRange ?? this.groupCard.yRange);
  compare = $derived.by(() => (selection.baseline === null || this.card.group !== null ? null : this.card.compare));
  cloud = $derived.by(() => selection.cloud && this.card.group === null && this.compare === null);

  /** Back to where the last zoom began, or to all there is. */
  undoZoom(): void {
    this.#applyZoom(zoomsOf(this.card).undo() ?? { x: null, y: null });
  }

  setZoom(zoom: Zoom): void {
    const y = this.card.yRange;
    zoomsOf(this.card).note({ x: domainOf(this.zoom), y: domainOf(y) }, zoom);
    this.#applyZoom(zoom);
  }

  #applyZoom(zoom: Zoom): void {
    (preferences.sameZoom ? this.#zoomCard : this.card).zoom = intervalOf(zoom.x);
    const y = intervalOf(zoom.y);
    const group = this.groupCard.yRange;
    this.card.yRange = y !== null && y.from === group?.from && y.to === group.to ? null : y;
  }

  addTag(tag: string): void {
    if (!this.tags.includes(tag)) this.card.tags = [...this.card.tags, tag];
  }

  removeTag(tag: string): void {
    this.card.tags = this.card.tags.filter((other) => other !== tag);
  }

  get isZoomed(): boolean {
    return this.zoom !== null || this.card.yRange !== null;
  }

  #lineRuns: readonly RunId[] = $derived.by(() => {
    const { baseline, highlighted } = selection;
    if (this.cloud) {
      const apart = new Set([...selection.pinned, baseline, highlighted]);
      return [...apart].filter((run): run is RunId => run !== null && selection.isShown(run));
    }
    if (this.compare === null || baseline === null || selection.isShown(baseline)) return selection.shown;
    return [...selection.shown, baseline];
  });

  groups: readonly RunGroup[] = $derived.by(() => {
    if (this.card.group === null) return kNoGroups;
    const nameOf = (run: RunId): string => catalog.nameOf(run) ?? '';
    return groupRuns(this.card.group, selection.shown, nameOf, hyperparameters.value);
  });

  /** A number, which stays the same while runs go on: the plan does not change with every step. */
  #decades: number = $derived.by(() => {
    if (this.xScale !== 'log') return 0;
    return decadesUpTo(Math.max(1, ...this.#lineRuns.map((run) => extentOf(view.axis, catalog.run(run))))).length;
  });

  plan: CardPlan | null = $derived.by(() => {
    if (this.width === 0 || selection.shown.length === 0) return null;
    const plotWidth = this.width - kPlotMargins.left - kPlotMargins.gutter;
    return {
      tags: this.tags,
      runs: this.card.group === null ? this.#lineRuns : kNoRuns,
      groups: this.groups,
      cloud: this.cloud ? selection.shown : kNoRuns,
      axis: view.axis,
      smoothing: smoothingOf(view.smoothing),
      branches: preferences.branches && this.compare === null,
      statistics: this.card.table,
      window: this.zoom,
      decades: decadesUpTo(10 ** this.#decades),
      pixels: askedPixels(plotWidth, devicePixelRatio),
    };
  });

  #look: LineLook = $derived.by(() => ({
    nameOf: (run) => catalog.nameOf(run) ?? `run ${run}`,
    colorOf: (run) => selection.colorOf(run),
    isLive: (run) => liveRuns.has(run),
    rawHidden: !preferences.rawBehind,
  }));

  /** null: nothing has come yet. */
  content: ChartContent | null = $derived.by(() => this.#contentOf(this.data.answer, true));
  overview: ChartContent | null = $derived.by(() =>
    this.zoom === null ? null : this.#contentOf(this.data.overview, false),
  );

  /** Why the card draws nothing of what it has. */
  nothingShown: string | null = $derived.by(() =>
    this.content === null ? null : nothingShown(this.content, domainOf(this.zoom), this.yScale),
  );
  leftOut: string | null = $derived.by(() =>
    this.content === null ? null : leftOut(this.content, domainOf(this.zoom), this.yScale),
  );

  #contentOf(answer: CardAnswer | null, marked: boolean): ChartContent | null {
    if (answer === null) return null;
    void theme.palette;
    const sameAxis = answer.plan.axis === view.axis;
    const aggregate = answer.cloud;
    return {
      lines: this.card.group === null ? this.linesOf(answer.curves) : kEmptyContent.lines,
      bands:
        this.card.group === null || !sameAxis
          ? kEmptyContent.bands
          : bandsOf(answer.bands, answer.plan.groups, answer.plan.tags, (run) => selection.ownColorOf(run), preferences.band),
      cloud: this.cloud && aggregate !== null && sameAxis ? cloudOf(aggregate) : null,
      markers: marked && view.axis === 'step' ? view.markers.map(({ step, label }) => ({ x: step, label })) : [],
    };
  }

  linesOf(curves: readonly Curve[]): readonly Line[] {
    const order = new Map(this.#lineRuns.map((run, i) => [run, i]));
    const lines = curves
      .filter((curve) => order.has(curve.run) && this.tags.includes(curve.tag))
      .sort((a, b) => (order.get(a.run) ?? 0) - (order.get(b.run) ?? 0))
      .map((curve) => lineOf(curve, view.axis, this.data.origins.of(curve.tag, curve.run), this.#look, this.tags));
    const { baseline } = selection;
    if (this.compare === null || baseline === null) return lines;
    const byKey = new Map(lines.map((line) => [line.key, line]));
    const tagOf = (line: Line): string => line.key.slice(line.key.indexOf('\n') + 1);
    return compareLines(lines, (line) => byKey.get(lineKey(baseline, tagOf(line))), this.compare);
  }

  options: ChartOptions = $derived.by(() => ({
    xKind: xKindOf(view.axis),
    xScale: this.xScale,
    yScale: this.yScale,
    xDomain: domainOf(this.zoom),
    yDomain: domainOf(this.yRange),
    ignoreOutliers: preferences.ignoreOutliers,
    ends: true,
    words: this.full || this.card.wide,
    names: this.full,
  }));

  /** The highlighted run's line, wherever the pointer is. */
  highlighted: string | null = $derived.by(() => {
    if (this.hovered !== null) return this.hovered;
    return selection.highlighted === null ? null : lineKey(selection.highlighted, this.tag);
  });
  hovered = $state<string | null>(null);

  medianColor(): string {
    return token('--text-1');
  }
}
