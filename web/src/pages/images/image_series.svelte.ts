/** The images of one tag: which run shows which at the chosen step, and where they are. */

import { client } from '../../api/client';
import type { BlobSeries, Images, RunId } from '../../api/types';
import { formatInteger } from '../../base/numbers';
import { catalog } from '../../state/catalog.svelte';
import { selection } from '../../state/selection.svelte';
import { view, type CardView } from '../../state/view.svelte';
import type { ImageView } from '../../widgets/image_view';
import { chooseAt, positionOf, unionOfSteps, type Choice } from '../../widgets/step_choice';
import { stepOf } from '../media/linked_step';
import { followTag, Loading } from '../cards/loading.svelte';
import { PageOptions } from '../media/page_options.svelte';
import { referenceInRun } from './image_reference';
import { formatPlace, parsePlace } from './image_place';
import type { ImagesView } from './images_view.svelte';
import { prefetchImages } from './prefetch';

const kFirst = 12; // Runs before one has to ask for more.
const kFew = 24;
const kRestMillis = 80;

export class ImageSeries {
  readonly loading = new Loading<readonly BlobSeries[]>();
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
  #byRun = $derived.by(() => new Map((this.loading.value ?? []).map((one) => [one.run, one])));
  /** All that have images, as far as known. */
  runs: readonly RunId[] = $derived.by(() =>
    this.#many ? this.#candidates : selection.shown.filter((run) => this.stepsOf(run).length > 0),
  );
  columns: readonly RunId[] = $derived.by(() =>
    this.runs.slice(0, this.most).filter((run) => this.stepsOf(run).length > 0),
  );
  /** All steps of all columns: the slider's. */
  steps = $derived.by(() => unionOfSteps(this.columns.map((run) => this.stepsOf(run))));
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
    for (const run of this.columns) {
      const choice = this.choiceOf(run);
      if (choice?.exact === true) return this.#byRun.get(run)?.wall[choice.index] ?? null;
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

  stepsOf(run: RunId): ArrayLike<number> {
    return this.#byRun.get(run)?.step ?? [];
  }

  choiceOf(run: RunId): Choice | null {
    return chooseAt(this.stepsOf(run), this.step);
  }

  addressOf(run: RunId, index: number): string {
    // After a restart another image may stand in the place: its time tells them apart.
    const version = this.#byRun.get(run)?.wall[index] ?? 0;
    const place = { run, tag: this.#tag, index, version };
    return client.imageUrl(this.item > 0 ? { ...place, item: this.item } : place);
  }

  srcOf(run: RunId): string | null {
    const choice = this.choiceOf(run);
    return choice === null ? null : this.addressOf(run, choice.index);
  }

  referenceOf(run: RunId): string | null {
    const { comparison, against } = this.#images;
    if (comparison === 'side') return null;
    if (against.kind === 'run') {
      const other = catalog.runNamed(against.name)?.id;
      return other === undefined ? null : this.srcOf(other);
    }
    const choice = this.choiceOf(run);
    const reference = choice && referenceInRun(this.stepsOf(run), choice.index, against);
    return reference ? this.addressOf(run, reference.index) : null;
  }

  get referenceName(): string {
    const { against } = this.#images;
    if (against.kind === 'run') return against.name || '(root)';
    return against.kind === 'step' ? `step ${formatInteger(against.step)}` : `${against.kind} step`;
  }

  #ask(): (signal: AbortSignal) => Promise<readonly BlobSeries[]> {
    const [tag, runs] = [this.#tag, this.#asked];
    return (signal) => client.blobs('image', tag, runs, signal);
  }

  /** Size and batch are asked for once the step rests. */
  #askDetails(): (() => void) | undefined {
    const tag = this.#tag;
    const run = this.columns.find((one) => this.choiceOf(one) !== null);
    const index = run === undefined ? undefined : this.choiceOf(run)?.index;
    if (run === undefined || index === undefined) return undefined;
    const ask = () => this.details.load((signal) => client.images({ run, tag, index }, signal));
    const timer = setTimeout(ask, kRestMillis);
    return () => {
      clearTimeout(timer);
      this.details.stop();
    };
  }

  #neighbours(): string[] {
    return this.columns.flatMap((run) => {
      const index = this.choiceOf(run)?.index;
      if (index === undefined) return [];
      const count = this.stepsOf(run).length;
      return [index + 1, index - 1].filter((i) => i >= 0 && i < count).map((i) => this.addressOf(run, i));
    });
  }
}
