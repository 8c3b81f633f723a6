/**
 * The points about the cursor, where a card has not got all of them: asked for when the cursor
 * rests, so that tooltip and table tell what was written at that very step.
 */

import { isAbort } from '../../api/client';
import type { Curve } from '../../api/types';
import { askLines } from './ask_lines';
import type { CardAnswer } from './card_data.svelte';

const kRestMillis = 120;
const kPixels = 32;

export class CursorDetail {
  curves = $state.raw<readonly Curve[]>([]);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #controller: AbortController | null = null;

  /** The cursor is at x; `reach` is how much of the axis a pixel is. */
  follow(answer: CardAnswer | null, x: number | null, reach: number): void {
    this.stop();
    if (x === null || answer === null || answer.curves.every((curve) => curve.exact)) return;
    this.#timer = setTimeout(() => void this.#ask(answer, x, reach), kRestMillis);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#controller?.abort();
    this.#controller = null;
  }

  async #ask(answer: CardAnswer, x: number, reach: number): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    const window = { from: x - reach, to: x + reach };
    const plan = { ...answer.plan, window, decades: [], branches: false, statistics: false, pixels: kPixels };
    try {
      const curves = await askLines(plan, controller.signal);
      if (this.#controller === controller) this.curves = curves;
    } catch (error) {
      if (!isAbort(error)) this.curves = []; // What is drawn has to do.
    }
  }
}
