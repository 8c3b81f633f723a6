/** A log may hold anything: nothing in it runs, and nothing in it breaks the page. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch } from './support/browser';
import { imageEvent } from './support/events';
import { card, Shown } from './support/media';

const kSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" onload="alert('load')">
  <script>alert('script'); document.title = 'taken'</script><rect width="20" height="20" fill="red"/>
  <image href="x" onerror="alert('error')"/></svg>`;
const kHtml = `<html><script>alert('html'); document.title = 'taken'</script></html>`;
const kLong = `deep/${'word '.repeat(100)}/${'x'.repeat(600)}`;
const kMany = Array.from({ length: 200 }, (_, i) => `d${i}`).join('/');

let browser: Browser;
let shown: Shown;

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    log.run('one').say('event', imageEvent('svg', 1, 20, 20, kSvg)).say('event', imageEvent('html', 1, 20, 20, kHtml));
    for (const tag of [kLong, kMany, 'usual/tag']) {
      log.say('curve', tag, 0, 10, 2, 1).say('image', tag, 1, 8, 8, 9, 9, 9).say('histogram', tag, 1, 0, 1);
      log.say('text', tag, 1, 'words').say('audio', tag, 1, 440, 0.1);
    }
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

test.each(['svg', 'html'])('%s that was logged as an image does not run', async (tag) => {
  const { page, faults, close } = await shown.open('#images');
  const figure = card(page, tag).locator('figure');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().resourceType() === 'image' && response.url().includes(`tag=${tag}`)),
    figure.scrollIntoViewIfNeeded(),
  ]);
  await figure.locator('[role=alert], img').first().waitFor();
  expect(await page.title()).not.toBe('taken');
  expect(faults).toEqual([]);

  // Opened for itself, it has the page's origin, but none of its rights.
  const alone = await page.context().newPage();
  alone.on('dialog', (dialog) => {
    faults.push(dialog.message());
    void dialog.dismiss();
  });
  const saved = alone.waitForEvent('download').then(() => 'saved', () => 'closed');
  await alone.goto(answer.url()).catch(() => saved);
  expect(await alone.title()).not.toBe('taken');
  expect(faults).toEqual([]);
  await close();
});

/** What reaches over the window's edge, or is cut off by no one. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = [...document.querySelectorAll('main article, main h2, main h3, main section > header, aside [role=treeitem]')];
    const over = wide.filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.tagName);
    return document.documentElement.scrollWidth > innerWidth ? [...over, 'document'] : over;
  });

test.each(['overview', 'scalars', 'images', 'histograms', 'text', 'audio'])('huge names of tags leave %s its layout', async (name) => {
  const { page, faults, close } = await shown.open(`#${name}`);
  await page.locator('main [data-card]').first().waitFor();
  for (const width of [1400, 800]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page)).toEqual([]);
    const heads = await page.locator('main [data-card] h3').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.max(...heads)).toBeLessThanOrEqual(34);
  }
  expect(faults).toEqual([]);
  await close();
});
