/** The bars above the cards: they begin and end alike on every page, and hold what is in them. */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch } from './support/browser';
import { Shown } from './support/media';

const kPages = ['overview', 'scalars', 'images', 'histograms', 'text', 'audio'];
let browser: Browser;
let shown: Shown;

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    log.run('one').say('curve', 'loss', 0, 100, 3, 0.1).say('image', 'flat', 1, 8, 8, 9, 9, 9);
    log.say('histogram', 'weight', 1, 0, 1).say('text', 'note', 1, 'words').say('audio', 'tone', 1, 440, 1);
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

const bar = (page: Page): Locator => page.getByRole('toolbar');
const leftOf = (part: Locator): Promise<number> => part.evaluate((node) => node.getBoundingClientRect().left);
const rightOf = (part: Locator): Promise<number> => part.evaluate((node) => node.getBoundingClientRect().right);

test.each([800, 1120, 1400])('begin with the filter and have the download in sight, %i px wide', async (width) => {
  const { page, faults, close } = await shown.open('#overview', { viewport: { width, height: 700 } });
  const [lefts, tops]: [number[], number[]] = [[], []];
  for (const name of kPages) {
    await page.goto(`${shown.server.url}#${name}`);
    await page.locator(`[data-page=${name}]`).waitFor();
    const filter = bar(page).getByRole('textbox', { name: 'Filter tags' });
    lefts.push(await leftOf(filter));
    tops.push(await filter.evaluate((node) => node.getBoundingClientRect().top));
    const download = bar(page).getByRole('button', { name: 'Download', exact: true });
    expect(await rightOf(download), name).toBeLessThanOrEqual(width);
    expect(await bar(page).evaluate((node) => node.scrollWidth - node.clientWidth), name).toBe(0);
  }
  expect(new Set(lefts).size, String(lefts)).toBe(1);
  expect(new Set(tops).size, String(tops)).toBe(1);
  expect(faults).toEqual([]);
  await close();
});
