/** What a restarted run wrote before is superseded, but can still be looked at, by choice. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { launch } from './support/browser';
import type { Log } from './support/log';
import { all, becomes, card, says, Shown } from './support/media';

let browser: Browser;
let shown: Shown;

/** Seven steps of which five are written again, and fewer. */
function write(log: Log, from: number, to: number, words: string, red: number): void {
  for (let step = from; step <= to; step += 10) {
    log.say('image', 'samples/flat', step, 40, 20, red, 0, 0).say('text', 'notes', step, `${words} ${step}`);
    log.say('audio', 'tone', step, 440, red > 0 ? 2 : 1).say('histogram', 'layer/weight', step, red, 1);
  }
}

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    log.run('again');
    write(log, 0, 60, 'before', 200);
    log.say('close');
    write(log, 20, 40, 'after', 0);
    log.run('once');
    write(log, 0, 40, 'once', 0);
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

const choice = (page: Page) => page.locator('main').getByRole('combobox', { name: 'Steps of a restarted run' });
const steps = (page: Page) => page.locator('main .steps').first();

describe('superseded values', () => {
  test('of texts are reached by choice, in words and in the address', async () => {
    const { page, faults, close } = await shown.open('#text');
    await says(page.locator('main [data-markdown]'), 'after 40');
    expect(await choice(page).count()).toBe(1);
    await choice(page).selectOption({ label: 'Steps 20 to 60, superseded by the restart at step 20' });
    await says(page.locator('main [data-markdown]'), 'before 60');
    await becomes(steps(page), 'data-count', '5');
    await page.reload();
    await says(page.locator('main [data-markdown]'), 'before 60');
    await choice(page).selectOption({ index: 0 });
    await says(page.locator('main [data-markdown]'), 'after 40');
    await expect.poll(() => page.url()).not.toContain('branch');
    expect(faults).toEqual([]);
    await close();
  });

  test('of texts have a history of their own', async () => {
    const { page, close } = await shown.open('#text');
    await choice(page).selectOption('0');
    await says(page.locator('main [data-markdown]'), 'before 60');
    await page.locator('main article').first().hover();
    await page.getByRole('button', { name: 'All steps' }).first().click();
    await expect.poll(() => page.locator('main ol [data-markdown]').allInnerTexts()).toEqual([
      'before 60', 'before 50', 'before 40', 'before 30', 'before 20',
    ]);
    await close();
  });

  test('of audio are heard', async () => {
    const { page, close } = await shown.open('#audio');
    const sound = page.locator('main [role=slider][data-duration]');
    await becomes(sound, 'data-duration', '1.000');
    await choice(page).selectOption('0');
    await becomes(sound, 'data-duration', '2.000');
    await close();
  });

  test('of histograms are drawn', async () => {
    const { page, close } = await shown.open('#histograms');
    const chart = page.locator('main [role=slider][data-mode]').first();
    await becomes(chart, 'data-rows', '5');
    await becomes(chart, 'data-step', '40');
    await choice(page).selectOption('0');
    await becomes(chart, 'data-step', '60');
    await becomes(page.locator('main [data-branch]'), 'data-branch', '0');
    await close();
  });

  test('of images stand in a column of their own', async () => {
    const { page, faults, close } = await shown.open('#images');
    const figures = card(page, 'samples/flat').locator('figure');
    await becomes(figures, 'data-step', '40');
    expect(await figures.count()).toBe(2);
    await card(page, 'samples/flat').getByRole('switch').click();
    await expect.poll(() => all(figures, 'data-branch')).toEqual([null, '0', null]);
    expect(await all(figures, 'data-step')).toEqual(['40', '60', '40']);
    await says(figures.nth(1), 'superseded by the restart at step 20');
    const red = () =>
      figures.locator('img').evaluateAll((images) =>
        images.map((image) => {
          const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
          const context = canvas.getContext('2d')!;
          context.drawImage(image as HTMLImageElement, 0, 0);
          return context.getImageData(0, 0, 1, 1).data[0];
        }),
      );
    await expect.poll(red).toEqual([0, 200, 0]);
    expect(faults).toEqual([]);
    await close();
  });

  test('are no choice where superseded branches are switched off', async () => {
    const { page, close } = await shown.open('#text?branches=no');
    await says(page.locator('main [data-markdown]'), 'after 40');
    expect(await choice(page).count()).toBe(0);
    await close();
  });
});
