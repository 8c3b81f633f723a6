/** The images of one tag: which run shows which at the chosen step, and where they are. */

import { client, type Place } from '../../api/client';
import type { Images, RunId } from '../../api/types';
import { formatInteger } from '../../base/numbers';
import { catalog } from '../../state/catalog.svelte';
import { preferences } from '../../state/preferences.svelte';
import { selection } from '../../state/selection.svelte';
import { view, type CardView } from '../../state/view.svelte';
import type { ImageView } from '../../widgets/image_view';
import { chooseAt, positionOf, unionOfSteps, type Choice } from '../../widgets/step_choice';
import { branchParameter } from '../media/branch_choice.svelte';
import { stepOf } from '../media/linked_step';
import { followTag, Loading } from '../cards/loading.svelte';
import { PageOptions } from '../media/page_options.svelte';
import { askLanes, lanesByRun, type Lane } from './image_lanes';
import { referenceInRun } from './image_reference';
import { formatPlace, parsePlace } from './image_place';
import type { ImagesView } from './images_view.svelte';
import { prefetchImages } from './prefetch';

const kFirst = 12; // Runs before one has to ask for more.
const kFew = 24;
const kRestMillis = 80;

export class ImageSeries {
  readonly loading = new Loading<readonly Lane[]>();
  readonly details = new Loading<Images>();
  readonly #having = new Loading<readonly RunId[]>();
  most = $state(kFirst);

  readonly #tag: string;
  readonly #images: ImagesView;
  readonly #options: PageOptions;
  readonly #card: CardView;

  /** Inside a component: asks until that is destroyed. */
  constructor(tag: string, key: string, images: ImagesView) {
    this.#tag = tag;
    this.#card = view.card(key);
    this.#images = images;
    this.#options = new PageOptions(key);
    $effect(() => {
      if (!this.#many) return;
      const shown = selection.shown;
      this.#having.load(async (signal) => (await client.series('image', tag, shown, signal)).series.map(({ run }) => run));
      return () => this.#having.stop();
    });
    $effect(() => {
      if (this.#many && this.#having.value === null) return;
      this.loading.load(this.#ask());
      return () => this.loading.stop();
    });
    followTag(this.loading, 'image', tag, () => this.#ask());
    $effect(() => this.#askDetails());
    $effect(() => prefetchImages(this.#neighbours()));
  }

  /** Places are asked for at once where the runs are few; else of the columns only. */
  #many = $derived.by(() => selection.shown.length > kFew);
  #candidates: readonly RunId[] = $derived.by(() => {
    if (!this.#many) return selection.shown;
    const having = new Set(this.#having.value);
    return selection.shown.filter((run) => having.has(run));
  });
  #asked: readonly RunId[] = $derived.by(() => {
    if (!this.#many) return selection.shown;
    const { against } = this.#images;
    const other = against.kind === 'run' ? catalog.runNamed(against.name)?.id : undefined;
    const columns = this.#candidates.slice(0, this.most);
    return other === undefined || columns.includes(other) ? columns : [...columns, other];
  });
  #lanes = $derived.by(() => lanesByRun(this.loading.value ?? []));
  /** All that have images, as far as known. */
  runs: readonly RunId[] = $derived.by(() =>
    this.#many ? this.#candidates : selection.shown.filter((run) => this.#lanes.has(run)),
  );
  columns: readonly Lane[] = $derived.by(() =>
    this.runs.slice(0, this.most).flatMap((run) => (this.#lanes.get(run) ?? []).filter((lane) => this.#isShown(lane))),
  );
  /** How many superseded branches the columns' runs have. */
  superseded = $derived.by(() =>
    preferences.branches ? this.columns.reduce((sum, { restart, restarts }) => sum + (restart === null ? restarts.length : 0), 0) : 0,
  );
  /** All steps of all columns: the slider's. */
  steps = $derived.by(() => unionOfSteps(this.columns.map((lane) => lane.step)));
  position = $derived.by(() => positionOf(this.steps, stepOf(this.#card)));
  step: number | null = $derived.by(() => this.steps[this.position] ?? null);
  items = $derived.by(() => this.details.value?.items.length ?? 1);
  /** Of the batch, which may be smaller than it was. */
  item = $derived.by(() => {
    const wanted = this.#options.number('item', 0);
    return this.details.value === null ? wanted : Math.max(0, Math.min(wanted, this.items - 1));
  });

  /** Of the first run that has an image at just this step. */
  wall: number | null = $derived.by(() => {
    for (const lane of this.columns) {
      const choice = this.choiceOf(lane);
      if (choice?.exact === true) return lane.wall[choice.index] ?? null;
    }
    return null;
  });

  setItem(item: number): void {
    this.#options.set('item', item, 0);
  }

  /** Which part of its images a card shows that does not go with the others. */
  get place(): ImageView {
    return parsePlace(this.#options.text('zoom'));
  }
  set place(to: ImageView) {
    this.#options.set('zoom', formatPlace(to));
  }

  /** Whether what restarts superseded has columns, too. */
  get showsSuperseded(): boolean {
    return preferences.branches && this.#options.choice('superseded', ['no', 'yes']) === 'yes';
  }
  set showsSuperseded(to: boolean) {
    this.#options.set('superseded', to ? 'yes' : 'no', 'no');
  }

  choiceOf(lane: Lane): Choice | null {
    return chooseAt(lane.step, this.step);
  }

  placeOf(lane: Lane, index: number): Place {
    return { run: lane.run, tag: this.#tag, index, ...branchParameter(lane.restart?.branch ?? null) };
  }

  addressOf(lane: Lane, index: number): string {
    // After a restart another image may stand in the place: its time tells them apart.
    const place = { ...this.placeOf(lane, index), version: lane.wall[index] ?? 0 };
    return client.imageUrl(this.item > 0 ? { ...place, item: this.item } : place);
  }

  srcOf(lane: Lane): string | null {
    const choice = this.choiceOf(lane);
    return choice === null ? null : this.addressOf(lane, choice.index);
  }

  fileOf(lane: Lane): string | null {
    const choice = this.choiceOf(lane);
    if (choice === null) return null;
    const item = this.item > 0 ? { item: this.item } : {};
    return client.imageUrl({ ...this.placeOf(lane, choice.index), ...item, download: true });
  }

  referenceOf(lane: Lane): string | null {
    const { comparison, against } = this.#images;
    if (comparison === 'side') return null;
    if (against.kind === 'run') {
      const other = this.#lanes.get(catalog.runNamed(against.name)?.id ?? -1)?.find(({ restart }) => restart === null);
      return other === undefined ? null : this.srcOf(other);
    }
    const choice = this.choiceOf(lane);
    const reference = choice && referenceInRun(lane.step, choice.index, against);
    return reference ? this.addressOf(lane, reference.index) : null;
  }

  get referenceName(): string {
    const { against } = this.#images;
    if (against.kind === 'run') return against.name || '(root)';
    return against.kind === 'step' ? `step ${formatInteger(against.step)}` : `${against.kind} step`;
  }

  #isShown({ step, restart }: Lane): boolean {
    return step.length > 0 && (restart === null || this.showsSuperseded);
  }

  #ask(): (signal: AbortSignal) => Promise<readonly Lane[]> {
    const [tag, runs, superseded] = [this.#tag, this.#asked, this.showsSuperseded];
    return (signal) => askLanes(tag, runs, superseded, signal);
  }

  /** Size and batch are asked for once the step rests. */
  #askDetails(): (() => void) | undefined {
    const lane = this.columns.find((one) => this.choiceOf(one) !== null);
    const index = lane === undefined ? undefined : this.choiceOf(lane)?.index;
    if (lane === undefined || index === undefined) return undefined;
    const place = this.placeOf(lane, index);
    const ask = () => this.details.load((signal) => client.images(place, signal));
    const timer = setTimeout(ask, kRestMillis);
    return () => {
      clearTimeout(timer);
      this.details.stop();
    };
  }

  #neighbours(): string[] {
    return this.columns.flatMap((lane) => {
      const index = this.choiceOf(lane)?.index;
      if (index === undefined) return [];
      return [index + 1, index - 1].filter((i) => i >= 0 && i < lane.step.length).map((i) => this.addressOf(lane, i));
    });
  }
}
