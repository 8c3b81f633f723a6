/** The filters of runs and tags: what they leave is what is shown. */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { launch, visit, type Visit } from './support/browser';
import { Log } from './support/log';
import { Server } from './support/server';

const kRuns = 60;

let browser: Browser;
let log: Log;
let server: Server;
let seen: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launch();
  log = new Log();
  for (let i = 0; i < kRuns; ++i) {
    log.run(`${i % 2 === 0 ? 'even' : 'odd'}/r${i}`).say('hparam', 'lr', 0.001 * (i + 1)).say('hparam', 'optimizer', i < 30 ? 'adam' : 'sgd');
    log.say('scalar', 'train/loss', 1, i).say('scalar', 'train/loss', 2, i + 1).say('scalar', 'val/acc', 1, i);
  }
  await log.flush();
  server = await Server.start(log.directory);
});

afterAll(async () => {
  await server.stop();
  await log.remove();
  await browser.close();
});

beforeEach(async () => {
  await open('#scalars');
});

afterEach(async () => {
  const { faults } = seen;
  await seen.close();
  expect(faults).toEqual([]);
});

async function open(hash: string): Promise<void> {
  seen = await visit(browser, `${server.url}${hash}`);
  page = seen.page;
  await page.getByRole('treeitem').first().waitFor();
}

const count = (): Locator => page.locator('aside .count').first();
const card = (tag: string): Locator => page.locator(`main article[data-card="${tag}"]`);
const hash = (): Promise<string> => page.evaluate(() => location.hash);
const runField = (): Locator => page.getByRole('textbox', { name: 'Filter runs' });
const tagField = (): Locator => page.getByRole('textbox', { name: 'Filter tags' });
const rowNames = (): Promise<(string | null)[]> =>
  page.getByRole('treeitem').evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label')));

async function says(locator: Locator, text: string | RegExp): Promise<void> {
  await expect.poll(() => locator.innerText()).toMatch(text);
}

test('the filter of runs narrows the charts, and a link does so at once', async () => {
  await says(card('train/loss'), '60 runs');
  await runField().fill('^odd/r[1-5]\\d');
  await says(count(), '25 of 60 match · all shown');
  await expect.poll(() => card('train/loss').getByRole('img').first().getAttribute('aria-label')).toContain('25 lines');
  await page.getByRole('treeitem', { name: 'odd/r11' }).locator('.box').click();
  await says(count(), '25 of 60 match · 24 shown');
  const link = await hash();
  await seen.close();
  await open(link);
  await says(count(), '25 of 60 match · 24 shown');
  await runField().fill('even|r1');
  await says(count(), '36 of 60 match · 35 shown');
  await runField().fill('');
  await says(count(), '59 of 60 shown');
  await says(card('train/loss'), '59 runs');
});

test('a filter of runs shows its first match, wherever the list was', async () => {
  await page.getByRole('tree').focus();
  await page.keyboard.press('End');
  await runField().fill('r[1-5]?\\d$');
  await expect.poll(async () => (await rowNames())[0]).toMatch('even/');
  const top = await page.getByRole('treeitem').first().boundingBox();
  const head = await page.locator('aside .columns').boundingBox();
  expect((top?.y ?? 0) - (head?.y ?? 0)).toBeGreaterThan(0);
});

test('a wrong filter of runs says why and leaves all as it was', async () => {
  await runField().fill('odd');
  await says(count(), /^30 of 60 match/);
  const link = await hash();
  await runField().fill('odd(');
  await says(page.locator('aside').getByRole('alert'), /^Not a regular expression: [a-z ]+$/);
  await says(count(), /^not a regular expression · 30 of 60 match/);
  expect(await rowNames()).not.toContain('even/r0');
  expect(await hash()).toBe(link);
});

test('a wrong filter of tags says why and leaves all as it was', async () => {
  await tagField().fill('train');
  await expect.poll(() => card('val/acc').count()).toBe(0);
  const link = await hash();
  await tagField().fill('train[');
  await says(page.getByRole('alert'), /^Not a regular expression: [a-z ]+$/);
  expect(await page.getByRole('alert').isVisible()).toBe(true);
  expect(await card('val/acc').count()).toBe(0);
  expect(await hash()).toBe(link);
});

test('hyperparameters sort and filter the runs, as chips and in a link', async () => {
  await page.evaluate(() => localStorage.setItem('stepline.preferences', JSON.stringify({ sidebarWidth: 600 })));
  await page.reload();
  await page.getByRole('button', { name: 'Sort by lr' }).click();
  await expect.poll(async () => (await rowNames()).slice(0, 2)).toEqual(['even/r0', 'odd/r1']);
  await page.getByRole('button', { name: 'Sort by lr' }).click();
  await expect.poll(async () => (await rowNames())[0]).toBe('odd/r59');
  await page.getByRole('button', { name: 'Filter by lr' }).click();
  await page.getByRole('textbox', { name: /^Only lr/ }).fill('0.0205..0.0505');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  await says(count(), '30 of 60 match · all shown');
  await page.getByRole('button', { name: 'Filter by optimizer' }).click();
  await page.getByRole('textbox', { name: /^Only optimizer/ }).fill('adam');
  await page.keyboard.press('Escape');
  await says(count(), '10 of 60 match · all shown');
  await expect.poll(() => card('train/loss').getByRole('img').first().getAttribute('aria-label')).toContain('10 lines');
  await expect.poll(async () => (await rowNames())[0]).toBe('odd/r29');
  const link = await hash();
  await seen.close();
  await open(link);
  await says(count(), '10 of 60 match · all shown');
  await page.getByRole('button', { name: 'Any lr' }).click();
  await says(count(), '30 of 60 match · all shown');
});

test('Escape in the field of values closes it and keeps the filter', async () => {
  await page.getByLabel('Choose the column').click();
  await page.getByLabel('Only values, as 0.1..3').fill('..9.5');
  await says(count(), '9 of 60 match · all shown');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  await says(count(), '9 of 60 match · all shown');
  await page.getByText('train/loss ≤ 9.5').waitFor();
});
