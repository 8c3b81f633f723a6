/** The overview: all kinds of one prefix together, linked by one step. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { launch } from './support/browser';
import { all, becomes, card, Shown } from './support/media';

let browser: Browser;
let shown: Shown;

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    log.run('one').say('curve', 'eval/loss', 0, 100, 3, 1);
    for (let i = 0; i < 10; i++) {
      log.say('image', 'eval/picture', i * 10, 8, 8, 200, i, 0);
      log.say('histogram', 'eval/weight', i * 10, 0, 1);
    }
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

describe('the overview', () => {
  test('has a prefix’s scalars, images and histograms in one group', async () => {
    const { page, faults, close } = await shown.open('#overview');
    const cards = page.locator('main section[aria-label=eval] article');
    await expect.poll(async () => (await all(cards, 'data-card')).sort()).toEqual(['eval/loss', 'eval/picture', 'eval/weight']);
    expect(faults).toEqual([]);
    await close();
  });

  test('links all of them by the step that is clicked on a curve', async () => {
    const { page, close } = await shown.open('#overview');
    const chart = page.getByTestId('line-chart').first();
    await becomes(card(page, 'eval/picture').locator('.steps'), 'data-step', '90');
    const box = (await chart.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2 - 4, box.y + 60);
    await page.mouse.click(box.x + box.width / 2, box.y + 60);
    await expect.poll(() => page.url()).toMatch(/step=\d+/);
    const step = Number(/step=(\d+)/.exec(page.url())![1]);
    await becomes(card(page, 'eval/picture').locator('.steps'), 'data-step', String(Math.floor(step / 10) * 10));
    await becomes(page.locator('main [role=slider][data-mode]'), 'data-step', String(Math.floor(step / 10) * 10));
    await close();
  });

  test('shows one kind by choice', async () => {
    const { page, close } = await shown.open('#overview');
    await page.getByRole('radio', { name: 'Images' }).click();
    const cards = page.locator('main article');
    await expect.poll(() => all(cards, 'data-card')).toEqual(['eval/picture']);
    await expect.poll(() => page.url()).toContain('kind');
    await page.reload();
    await expect.poll(() => all(cards, 'data-card')).toEqual(['eval/picture']);
    await close();
  });
});
