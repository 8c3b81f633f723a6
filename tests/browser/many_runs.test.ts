/** Hundreds of runs: a cloud, and a list of which only what is seen exists. */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch, visit, type Visit } from './support/browser';
import { Log } from './support/log';
import { Server } from './support/server';

const kRuns = 520;

let browser: Browser;
let log: Log;
let server: Server;

beforeAll(async () => {
  browser = await launch();
  log = new Log();
  for (let i = 0; i < kRuns; ++i) {
    log.run(`sweep/${Math.floor(i / 100)}/run-${i}`).say('curve', 'val/loss', 0, 5, 4, 2 + i / 100).say('close');
  }
  await log.flush();
  server = await Server.start(log.directory);
});

afterAll(async () => {
  await server.stop();
  await log.remove();
  await browser.close();
});

async function open(): Promise<Visit> {
  const seen = await visit(browser, server.url);
  await expect.poll(() => count(seen.page).innerText()).toBe(`all ${kRuns} shown`);
  return seen;
}

const count = (page: Page): Locator => page.locator('aside .count').first();
const row = (page: Page, name: string): Locator => page.getByRole('treeitem', { name, exact: true });
const colorOf = (locator: Locator): Promise<string> =>
  locator.locator('.swatch').evaluate((one) => getComputedStyle(one).backgroundColor);

const kMuted = 'rgb(139, 146, 157)';

test('only rows in sight exist, and the last is one key away', async () => {
  const { page, faults, close } = await open();
  expect(await page.getByRole('treeitem').count()).toBeLessThan(100);
  await page.getByRole('tree').focus();
  await page.keyboard.press('End');
  await row(page, `sweep/5/run-${kRuns - 1}`).waitFor();
  expect(await row(page, 'sweep/0/run-0').count()).toBe(0);
  await page.keyboard.press('Home');
  await row(page, 'sweep/0/run-0').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('more than forty are a cloud, in which pinned runs keep their colour', async () => {
  const { page, faults, close } = await open();
  expect(await colorOf(row(page, 'sweep/0/run-3'))).toBe(kMuted);
  await row(page, 'sweep/0/run-3').click();
  await page.keyboard.press('p');
  await page.mouse.move(700, 500);
  await expect.poll(() => colorOf(row(page, 'sweep/0/run-3'))).not.toBe(kMuted);
  await page.getByLabel('Filter runs').fill('run-1\\d$');
  await expect.poll(() => count(page).innerText()).toBe(`10 of ${kRuns} match · all shown`);
  await page.getByText('Only these').click();
  await page.getByLabel('Filter runs').fill('');
  await expect.poll(() => count(page).innerText()).toBe(`10 of ${kRuns} shown`);
  await expect.poll(() => colorOf(row(page, 'sweep/0/run-12'))).not.toBe(kMuted);
  expect(faults).toEqual([]);
  await close();
});

test('a run far down is found by the palette and brought into sight', async () => {
  const { page, faults, close } = await open();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('run-477');
  await expect.poll(() => page.getByRole('option', { selected: true }).innerText()).toContain('sweep/4/run-477');
  await page.keyboard.press('Enter');
  await expect.poll(() => row(page, 'sweep/4/run-477').isVisible()).toBe(true);
  await page.getByRole('region', { name: 'Details of sweep/4/run-477' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('above five hundred, new runs are listed but not shown', async () => {
  const { page, faults, close } = await open();
  await log.run('sweep/9/new').say('scalar', 'val/loss', 0, 1).flush();
  await expect.poll(() => count(page).innerText()).toBe(`${kRuns} of ${kRuns + 1} shown`);
  expect(faults).toEqual([]);
  await close();
});

test('sorted by value, the list is flat and in the order of the server', async () => {
  const { page, faults, close } = await visit(browser, `${server.url}#scalars?order=value&hide=/`);
  await expect.poll(() => page.getByRole('treeitem').first().getAttribute('aria-label')).toBe('sweep/9/new');
  const names = await page.getByRole('treeitem').evaluateAll((rows) => rows.slice(1, 4).map((one) => one.getAttribute('aria-label')));
  expect(names.every((name) => /^sweep\/0\/run-\d$/.test(name ?? ''))).toBe(true);
  await page.getByRole('tree').focus();
  await page.keyboard.press('End');
  await expect.poll(() => page.getByRole('treeitem', { name: /^sweep\/5\/run-5\d\d$/ }).count()).toBeGreaterThan(10);
  expect(faults).toEqual([]);
  await close();
});
