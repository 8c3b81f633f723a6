/** Thousands of runs: scrolling makes no rows and asks for no row alone. */

import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch, visit } from './support/browser';
import { Log } from './support/log';
import { Server } from './support/server';

const kRuns = 3000;
const kMostRows = 80; // A window of 900 px has room for about 33.

let browser: Browser;
let log: Log;
let server: Server;

beforeAll(async () => {
  browser = await launch();
  log = new Log();
  for (let i = 0; i < kRuns; ++i) log.run(`run-${i}`).say('scalar', 'loss', 0, i).say('close');
  await log.flush();
  server = await Server.start(log.directory);
});

afterAll(async () => {
  await server.stop();
  await log.remove();
  await browser.close();
});

const namesOf = (page: Page): Promise<(string | null)[]> =>
  page.getByRole('treeitem').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
const isOf = (route: string) => (request: Request): boolean => new URL(request.url()).pathname.endsWith(`/api/${route}`);

test('scrolling through all runs keeps a window of rows, and asks for windows', async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await page.getByRole('treeitem', { name: 'run-0', exact: true }).waitFor();
  await page.locator('canvas').first().waitFor();
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const list = page.getByRole('tree');
  await list.hover();
  const seen = new Set<string | null>();
  const kTurns = 60;
  for (let turn = 0; turn < kTurns; ++turn) {
    await page.mouse.wheel(0, 1100);
    const names = await namesOf(page);
    expect(names.length).toBeGreaterThan(10);
    expect(names.length).toBeLessThan(kMostRows);
    for (const name of names) seen.add(name);
  }
  await expect.poll(async () => (await namesOf(page)).includes(`run-${kRuns - 1}`)).toBe(true);
  expect(seen.size).toBeGreaterThan(1000);
  const value = page.getByRole('treeitem', { name: `run-${kRuns - 1}`, exact: true }).locator('.value');
  await expect.poll(() => value.first().innerText()).toBe('2,999');
  expect(requests.filter(isOf('rows')).length).toBeLessThanOrEqual(kTurns + 5);
  expect(requests.length).toBeLessThan(seen.size / 4); // The pointer lights a run here and there.
  expect(faults).toEqual([]);
  await close();
});

test('nothing is asked for each run when all or none of them are chosen', async () => {
  const { page, faults, close } = await visit(browser, server.url);
  const count = page.locator('aside .count').first();
  await expect.poll(() => count.innerText()).toBe('all 3,000 shown');
  let requests = 0;
  page.on('request', () => ++requests);
  await page.getByLabel('Show all runs').click();
  await expect.poll(() => count.innerText()).toBe('0 of 3,000 shown');
  await page.getByLabel('Show all runs').click();
  await expect.poll(() => count.innerText()).toBe('all 3,000 shown');
  await page.getByLabel('Filter runs').fill('run-1\\d\\d$');
  await expect.poll(() => count.innerText()).toBe('100 of 3,000 match · all shown');
  expect(requests).toBeLessThan(20);
  expect(faults).toEqual([]);
  await close();
});
