/** What the tests of scalars have in common: a log, its server, and cards on a page. */

import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { visit, type Visit } from './browser';
import { Log } from './log';
import { Server } from './server';

export const kPoints = 4000;

/** Three runs in two places: one that diverges, one that was resumed. */
export class ScalarsLog {
  private constructor(
    readonly log: Log,
    readonly server: Server,
    private readonly browser: Browser,
  ) {}

  static async start(browser: Browser): Promise<ScalarsLog> {
    const log = new Log();
    for (const [name, rate] of [['base', 0.1], ['seeds/one', 0.2], ['seeds/two', 0.3]] as const) {
      log.run(name).say('hparam', 'rate', name === 'base' ? 1 : 2);
      log.say('curve', 'train/loss', 0, kPoints, 3, rate).say('curve', 'val/loss', 100, 300, 4, rate);
      log.say('scalar', 'val/best', 10, 1).say('scalar', 'val/best', 20, 2);
    }
    log.run('base').say('scalar', 'only/base', 1, 5).say('scalar', 'only/base', 2, 6);
    log.run('seeds/one').say('scalar', 'odd/values', 0, 1).say('scalar', 'odd/values', 1, 2);
    for (let step = 2; step < 6; step++) log.say('scalar', 'odd/values', step, 'nan');
    log.say('scalar', 'odd/values', 6, 'inf').say('scalar', 'odd/values', 7, 3);
    log.run('seeds/two').say('curve', 'odd/resumed', 0, 200, 2, 1).say('close');
    log.say('curve', 'odd/resumed', 120, 200, 2, 1);
    await log.flush();
    return new ScalarsLog(log, await Server.start(log.directory), browser);
  }

  open(hash = '#scalars'): Promise<Visit> {
    return visit(this.browser, this.server.url + hash);
  }

  async end(): Promise<void> {
    await this.server.stop();
    await this.log.remove();
  }
}

export const cardOf = (page: Page, tag: string): Locator =>
  page.locator(`[data-testid="scalar-card"][data-tag="${tag}"]`).first();
export const chartOf = (page: Page, tag: string): Locator => cardOf(page, tag).getByTestId('line-chart');
/** Those on the card itself, not those in its open panel. */
export const chipsOf = (page: Page, tag: string): Promise<string[]> =>
  cardOf(page, tag).locator('.chip:not([role=dialog] .chip)').allInnerTexts();

/** Waits until what a chart says it has drawn is so. */
export async function drawn(page: Page, tag: string, fact: string, value: string | RegExp): Promise<void> {
  await chartOf(page, tag).scrollIntoViewIfNeeded();
  await expect.poll(() => chartOf(page, tag).getAttribute(`data-${fact}`), { timeout: 15_000 }).toMatch(value);
}

export async function domain(page: Page, tag: string, axis: 'x' | 'y'): Promise<readonly [number, number]> {
  const [low = NaN, high = NaN] = ((await chartOf(page, tag).getAttribute(`data-${axis}-domain`)) ?? '').split(' ').map(Number);
  return [low, high];
}

/** Drags over a chart, between places given as shares of its size. */
export async function dragOver(
  page: Page,
  tag: string,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const box = await chartOf(page, tag).boundingBox();
  if (box === null) throw new Error(`no chart of ${tag}`);
  const at = ([x, y]: readonly [number, number]): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

/** The panel with all that a card can do. */
export async function openPanel(page: Page, tag: string): Promise<Locator> {
  await cardOf(page, tag).locator('article').hover();
  await page.getByRole('button', { name: `More of ${tag}` }).click();
  return page.getByRole('dialog', { name: `More of ${tag}` });
}
