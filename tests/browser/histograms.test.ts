/** Histograms: four ways to draw them, one step for all. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { launch } from './support/browser';
import { all, becomes, says, Shown } from './support/media';

let browser: Browser;
let shown: Shown;
const charts = (page: Page) => page.locator('main [role=slider][data-mode]');

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    for (const run of ['one', 'two']) {
      log.run(run);
      for (let i = 0; i < 150; i++) log.say('histogram', 'layer/weight', i * 10, 0, 1 + i / 100);
    }
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

/** How many pixels of a canvas are painted. */
const painted = (page: Page) =>
  charts(page).first().locator('canvas').evaluate((node) => {
    const canvas = node as HTMLCanvasElement;
    const data = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data;
    let count = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i]! > 0) count++;
    return count;
  });

describe('histograms', () => {
  test.each(['Offset', 'Overlay', 'Heat map', 'Bands'])('are drawn: %s', async (name) => {
    const { page, faults, close } = await shown.open('#histograms');
    await page.getByRole('radio', { name }).click();
    await becomes(charts(page), 'data-mode', name === 'Heat map' ? 'heat' : name.toLowerCase());
    await expect.poll(() => painted(page)).toBeGreaterThan(3000);
    if (name !== 'Offset') await expect.poll(() => page.url()).toContain('mode');
    await page.reload();
    await becomes(charts(page), 'data-mode', name === 'Heat map' ? 'heat' : name.toLowerCase());
    expect(faults).toEqual([]);
    await close();
  });

  test('have logarithmic counts by choice, in the address', async () => {
    const { page, faults, close } = await shown.open('#histograms');
    await becomes(charts(page), 'data-rows', '100');
    const canvas = charts(page).first().locator('canvas');
    const linear = await canvas.screenshot();
    await page.getByRole('button', { name: 'Logarithmic counts' }).click();
    await becomes(charts(page), 'data-counts', 'log');
    await expect.poll(async () => (await canvas.screenshot()).equals(linear)).toBe(false);
    await page.reload();
    await becomes(charts(page), 'data-counts', 'log');
    await page.getByRole('radio', { name: 'Bands' }).click();
    await becomes(charts(page), 'data-mode', 'bands');
    expect(await page.getByRole('button', { name: 'Logarithmic counts' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('of one tag have one range for all shown runs, or each its own by choice', async () => {
    const other = await Shown.of(browser, (log) => {
      for (const [run, mean] of [['near', 0], ['far', 20]] as const) {
        log.run(run);
        for (let i = 0; i < 5; i++) log.say('histogram', 'layer/weight', i, mean, 1);
      }
    });
    const { page, faults, close } = await other.open('#histograms');
    const ranges = async () => (await all(charts(page), 'data-range')).map((text) => (text ?? '').split(' ').map(Number));
    await expect.poll(async () => (await ranges()).every(([low = 0, high = 0]) => low < -1 && high > 21)).toBe(true);
    const [first, second] = await ranges();
    expect(first).toEqual(second);
    await page.getByRole('treeitem', { name: 'far' }).locator('.box').click();
    await expect.poll(async () => (await ranges()).map(([, high = 0]) => high < 8)).toEqual([true]);
    await page.getByRole('treeitem', { name: 'far' }).locator('.box').click();
    await expect.poll(async () => (await ranges()).length).toBe(2);
    await page.getByRole('button', { name: 'Same range of values for all runs of a tag' }).click();
    await expect.poll(async () => (await ranges()).filter(([low = 0, high = 0]) => high - low < 12).length).toBe(2);
    await expect.poll(() => page.url()).toContain('range');
    expect(faults).toEqual([]);
    await close();
    await other.end();
  });

  test('show steps that were not sent, when they are chosen', async () => {
    const { page, close } = await shown.open('#histograms?step=750');
    await becomes(charts(page), 'data-step', '750');
    await charts(page).first().focus();
    for (const step of ['740', '730', '720']) {
      await page.keyboard.press('ArrowLeft');
      await becomes(charts(page), 'data-step', step);
    }
    expect(await all(charts(page), 'data-step')).toEqual(['720', '720']);
    await close();
  });

  test('tell the bucket below the pointer and how many values it has', async () => {
    const { page, close } = await shown.open('#histograms');
    await becomes(charts(page), 'data-rows', '100');
    const box = (await charts(page).first().boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.45, box.y + box.height * 0.75);
    await says(page.getByTestId('histogram-tooltip'), /Bucket[^]*to[^]*Count[^]*of 1,000/);
    await close();
  });

  test('share one cursor, which lights the run in the list', async () => {
    const { page, close } = await shown.open('#histograms');
    await page.getByRole('radio', { name: 'Bands' }).click();
    await becomes(charts(page), 'data-mode', 'bands');
    const other = charts(page).nth(1).locator('canvas');
    const before = await other.screenshot();
    const box = (await charts(page).first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(async () => (await other.screenshot()).equals(before)).toBe(false);
    await says(page.getByTestId('histogram-tooltip'), /max[^]*median[^]*min/);
    await close();
  });

  test('are pinned by key, in the address', async () => {
    const { page, close } = await shown.open('#histograms');
    await becomes(charts(page), 'data-rows', '100');
    await page.locator('main article').first().focus();
    await page.keyboard.press('p');
    await says(page.locator('main h2').first(), /Pinned/);
    await expect.poll(() => page.url()).toContain('pincard');
    await close();
  });
});
