/**
 * The very points about the cursor, where a card has not got all of them: asked for when the
 * cursor rests, or when keys move it from point to point.
 */

import { isAbort } from '../../api/client';
import type { Curve } from '../../api/types';
import { askLines } from './ask_lines';
import type { CardAnswer } from './card_data.svelte';
import type { CardPlan } from './card_plan';

const kRestMillis = 40;
const kPixels = 256; // Twice as many points come exactly.
const kWalkedPoints = 64; // About as many on either side, so that not every key asks.

/** Every point of each series in a part of the axis, and the neighbours on either side of it. */
export interface KnownPoints {
  readonly answer: CardAnswer; // Of the card, at that time.
  readonly from: number;
  readonly to: number;
  readonly curves: readonly Curve[];
}

type Ask = (plan: CardPlan, signal: AbortSignal) => Promise<readonly Curve[]>;

/** Whether an answer has fewer points than were written. */
export function isReduced(answer: CardAnswer | null): answer is CardAnswer {
  return answer !== null && answer.curves.some((curve) => !curve.exact);
}

export class CursorDetail {
  known = $state.raw<KnownPoints | null>(null);
  failed = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #controller: AbortController | null = null;

  constructor(private readonly ask: Ask = askLines) {}

  covers(answer: CardAnswer | null, x: number | null): boolean {
    const { known } = this;
    return known !== null && x !== null && known.answer === answer && x >= known.from && x <= known.to;
  }

  /** The cursor is at x. */
  follow(answer: CardAnswer | null, x: number | null): void {
    if (this.covers(answer, x)) return;
    this.stop();
    if (x !== null && isReduced(answer)) {
      this.#timer = setTimeout(() => void this.#askAbout(answer, x, 0), kRestMillis);
    }
  }

  /** Learns so many points about x that one can walk on; false where that failed. */
  learn(answer: CardAnswer, x: number, span: number): Promise<boolean> {
    this.stop();
    const most = Math.max(1, ...answer.curves.map((curve) => curve.points_in_window));
    return this.#askAbout(answer, x, (span * kWalkedPoints) / most);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#controller?.abort();
    this.#controller = null;
  }

  async #askAbout(answer: CardAnswer, x: number, reach: number): Promise<boolean> {
    const controller = new AbortController();
    this.#controller = controller;
    const { signal } = controller;
    const common = { ...answer.plan, decades: [], branches: false, statistics: false, pixels: kPixels };
    try {
      let window = { from: x - reach, to: x + reach };
      let curves = await this.ask({ ...common, window }, signal);
      if (reach > 0 && isReduced({ ...answer, curves })) {
        window = { from: x, to: x };
        curves = await this.ask({ ...common, window }, signal);
      }
      if (this.#controller !== controller) return false;
      this.known = { answer, ...window, curves };
      this.failed = false;
      return true;
    } catch (error) {
      if (!isAbort(error)) this.failed = true; // What is drawn has to do.
      return false;
    }
  }
}
