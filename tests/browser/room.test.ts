/** What has to fit: tabs beside a wide list, titles beside chips, a toast beside the settings. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch, type Visit } from './support/browser';
import { Shown } from './support/media';
import { cardOf, chipsOf } from './support/scalars';

let browser: Browser;
let shown: Shown;

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    for (const run of ['one', 'two']) {
      log.run(run).say('curve', 'train/loss', 0, 200, 2, 0.1).say('curve', 'train/other', 0, 200, 2, 0.1);
    }
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

async function open(hash: string, preferences: object): Promise<Visit> {
  const seen = await shown.open(hash);
  await seen.page.evaluate((text) => localStorage.setItem('stepline.preferences', text), JSON.stringify(preferences));
  await seen.page.reload();
  await seen.page.getByRole('treeitem').first().waitFor();
  return seen;
}

const fits = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).first().evaluate((one) => one.scrollWidth <= one.clientWidth);

test('all tabs are in sight beside a wide list of runs', async () => {
  const { page, close } = await open('#scalars', { sidebarWidth: 600 });
  expect(await fits(page, 'header nav')).toBe(true);
  const last = await page.locator('header nav a').last().boundingBox();
  const search = await page.getByRole('button', { name: 'Jump to tag or run' }).boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(search?.x ?? 0);
  await close();
});

test('a title keeps its room beside chips, which end in an ellipsis', async () => {
  const hash = '#scalars?card=scalar::train/loss&zoom=22000..60000&range=0.25..3&x=log&y=log&tag=train/other&group=directory';
  const { page, close } = await open(hash, { cardWidth: 260 });
  await expect.poll(async () => (await chipsOf(page, 'train/loss')).length).toBeGreaterThan(3);
  const head = cardOf(page, 'train/loss').locator('header');
  expect(await head.locator('h3').evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  const looks = await head.locator('.chips').evaluate((chips) => {
    const text = chips.querySelector('.text') as HTMLElement;
    return { display: getComputedStyle(text).display, over: chips.scrollWidth - chips.clientWidth };
  });
  expect(looks).toEqual({ display: 'block', over: 0 });
  await close();
});

test('a toast lies beside the settings', async () => {
  const { page, close } = await open('#scalars', {});
  await page.getByRole('treeitem', { name: 'two' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Hide for good' }).click();
  await page.keyboard.press(',');
  const toast = await page.getByRole('status').filter({ hasText: 'two is hidden' }).boundingBox();
  const drawer = await page.getByRole('dialog', { name: 'Settings' }).boundingBox();
  expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(drawer?.x ?? 0);
  await close();
});

test('while it loads, files, bytes and rows to come are told', async () => {
  const { page, close } = await open('#scalars', {});
  await page.routeWebSocket(/api\/live/, () => undefined);
  await page.route('**/api/info', async (route) => {
    const response = await route.fetch();
    const info = (await response.json()) as { progress: object };
    const progress = { ...info.progress, loaded: false, bytes_done: 4.8e9, bytes_total: 12.7e9, files_done: 1284, files_total: 3402 };
    await route.fulfill({ response, json: { ...info, progress } });
  });
  await page.reload();
  await expect.poll(() => page.locator('aside footer').innerText()).toMatch(/1,284 of 3,402 files\s·\s4\.\d+ \w+ of 1\d\.\d+ GB|1,284 of 3,402 files/);
  await page.getByRole('treeitem', { name: 'one' }).waitFor();
  expect(await page.locator('aside [aria-hidden="true"].rows').isVisible()).toBe(true);
  await close();
});
