/** Fingers on a touch screen, as the browser gets them from a real one. */

import type { CDPSession, Locator, Page } from 'playwright-core';

export type Spot = readonly [number, number];

export class Fingers {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  /** Each finger goes from one place to another, all at once, in some steps. */
  async move(paths: readonly (readonly [Spot, Spot])[], steps = 8): Promise<void> {
    const at = (part: number) =>
      paths.map(([[x0, y0], [x1, y1]], id) => ({ x: x0 + (x1 - x0) * part, y: y0 + (y1 - y0) * part, id }));
    await this.session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (let i = 1; i <= steps; i++) {
      await this.session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(i / steps) });
    }
    await this.session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  tap(spot: Spot): Promise<void> {
    return this.move([[spot, spot]], 0);
  }
}

/** Places of an element, as shares of its size. */
export async function spotsOf(locator: Locator): Promise<(x: number, y: number) => Spot> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not on the page');
  return (x, y) => [box.x + x * box.width, box.y + y * box.height];
}
