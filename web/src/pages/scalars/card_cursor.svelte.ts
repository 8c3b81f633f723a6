/** A card's cursor: on which point it stands, and what the lines are there. */

import { walkedIndex } from '../../charts/line_chart/cursor_steps';
import type { PreparedChart } from '../../charts/line_chart/draw_chart';
import { snap } from '../../charts/line_chart/hit_testing';
import type { Line, PointerPlace } from '../../charts/line_chart/model';
import { cursor } from '../../state/cursor.svelte';
import { preferences } from '../../state/preferences.svelte';
import type { CardAnswer } from './card_data.svelte';
import { lineKey } from './chart_content';
import { CursorDetail, isReduced } from './cursor_detail.svelte';
import { refined, valuesAt, type CursorValue } from './cursor_values';
import type { ScalarCardModel } from './scalar_card.svelte';

const kReachPixels = 3;
const kNoLines: readonly Line[] = [];

/** The line that has most points. */
function longestKey(answer: CardAnswer): string | null {
  let longest: CardAnswer['curves'][number] | null = null;
  for (const curve of answer.curves) {
    if (longest === null || curve.points_in_window > longest.points_in_window) longest = curve;
  }
  return longest === null ? null : lineKey(longest.run, longest.tag);
}

export class CardCursor {
  drawn = $state.raw<PreparedChart | null>(null);
  place = $state.raw<PointerPlace | null>(null);
  nearest = $state<string | null>(null);

  #detail = new CursorDetail();
  #steps = 0; // Points that keys still ask for.
  #walking = false;

  constructor(private readonly model: ScalarCardModel) {}

  here = $derived.by(() => cursor.card === this.model.slot);
  x: number | null = $derived.by(() => (this.here || preferences.sameCursor ? cursor.x : null));
  /** Someone reads what is at the cursor. */
  reading = $derived.by(() => this.here || this.model.card.table);
  /** Where points are sought: at the pointer itself, not at what it snapped to. */
  sought: number | null = $derived.by(() => {
    if (!this.reading) return null;
    return (this.here ? this.place?.pointer : null) ?? this.x;
  });
  #covered: boolean = $derived.by(() => this.#detail.covers(this.model.data.answer, this.sought));
  #known: readonly Line[] = $derived.by(() => {
    const { known } = this.#detail;
    return known === null || !this.#covered ? kNoLines : this.model.linesOf(known.curves);
  });

  values: readonly CursorValue[] = $derived.by(() => {
    const { content } = this.model;
    if (content === null || this.x === null || !this.reading) return [];
    const values = valuesAt(content, this.x, this.#tolerance(this.x), this.model.medianColor());
    return refined(values, this.#known, this.x);
  });
  /** Nothing better than `values` is on its way. */
  settled: boolean = $derived.by(
    () => !isReduced(this.model.data.answer) || this.model.content?.lines.length === 0 || this.#covered || this.#detail.failed,
  );

  #tolerance(at: number): number {
    if (this.drawn === null) return 0;
    const { x } = this.drawn.plot;
    return Math.abs(x.value(x.pixel(at) + kReachPixels) - at);
  }

  /** In an effect: asks for what is sought. */
  follow(): void {
    const { sought } = this;
    const { answer } = this.model.data;
    if (!this.#walking) this.#detail.follow(answer, sought);
  }

  /** In an effect: the pointer's cursor goes to the point that really is the nearest. */
  settle(standAt: (x: number) => void): void {
    const pointer = this.place?.pointer ?? null;
    if (!this.here || pointer === null) return;
    const x = snap(this.#known, pointer);
    if (x !== null && x !== cursor.x) standAt(x);
  }

  move(x: number | null, near: string | null, at: PointerPlace | null): void {
    if (x === null) {
      this.leave();
      return;
    }
    cursor.card = this.model.slot;
    cursor.x = x;
    this.place = at;
    this.nearest = near;
  }

  leave(): void {
    cursor.leave(this.model.slot);
    this.#detail.stop();
    this.place = null;
    this.nearest = null;
  }

  /** From point to point, those among them that are not drawn; false: all are. */
  walk(points: number, standAt: (x: number) => void): boolean {
    const { answer } = this.model.data;
    if (!this.here || this.x === null || !isReduced(answer)) return false;
    this.#steps += points;
    if (!this.#walking) void this.#walkAll(answer, standAt);
    return true;
  }

  async #walkAll(answer: CardAnswer, standAt: (x: number) => void): Promise<void> {
    this.#walking = true;
    while (this.here && this.x !== null && this.drawn !== null) {
      const [from, to] = this.drawn.plot.x.domain;
      const isKnown = this.#detail.covers(answer, this.x) || (await this.#detail.learn(answer, this.x, to - from));
      if (!isKnown || this.#steps === 0 || !this.#advance(answer, standAt)) break;
    }
    this.#steps = 0;
    this.#walking = false;
  }

  /** As far as points are known; false at the end of the line. */
  #advance(answer: CardAnswer, standAt: (x: number) => void): boolean {
    const lines = this.model.linesOf(this.#detail.known?.curves ?? []);
    const key = this.model.highlighted ?? longestKey(answer);
    const line = lines.find((one) => one.key === key) ?? lines.find((one) => one.key === longestKey(answer));
    if (line === undefined || this.x === null) return false;
    const { index, left } = walkedIndex(line.x, this.x, this.#steps);
    const x = line.x[index];
    if (x === undefined || x === this.x) return false;
    this.#steps = left;
    standAt(x);
    return true;
  }
}
