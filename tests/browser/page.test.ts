import { renameSync, rmSync } from 'node:fs';

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { launch, visit, type Visit } from './support/browser';
import { Log } from './support/log';
import { Server } from './support/server';

let browser: Browser;
let log: Log;
let server: Server;
let seen: Visit;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

beforeEach(async () => {
  log = new Log();
  log.run('first').say('curve', 'train/loss', 0, 500, 2, 0.1);
  log.run('second').say('curve', 'train/loss', 0, 400, 3, 0.2).say('text', 'note', 1, 'hello');
  await log.flush();
  server = await Server.start(log.directory);
});
afterEach(async () => {
  await seen.close();
  await server.stop();
  await log.remove();
});

async function open(address = '#scalars'): Promise<Page> {
  seen = await visit(browser, server.url + address);
  return seen.page;
}

const lossChart = '[data-tag="train/loss"] [data-last-step]';

test('draws all runs of a tag, without a fault', async () => {
  const page = await open();
  await page.waitForSelector(`${lossChart}[data-last-step="499"]`);
  await expect(page.getByRole('treeitem', { name: /first/ }).count()).resolves.toBe(1);
  await expect(page.getByRole('treeitem', { name: /second/ }).count()).resolves.toBe(1);
  expect(seen.faults).toEqual([]);
});

test('shows a value as soon as it is written', async () => {
  const page = await open();
  await page.waitForSelector(`${lossChart}[data-last-step="499"]`);
  log.run('first').say('scalar', 'train/loss', 1234, 0.5);
  await log.flush();
  await page.waitForSelector(`${lossChart}[data-last-step="1234"]`);
  expect(seen.faults).toEqual([]);
});

test('shows a run and a tag that begin while it is open', async () => {
  const page = await open();
  await page.waitForSelector(lossChart);
  log.run('third').say('scalar', 'train/fresh', 7, 1).say('scalar', 'train/fresh', 9, 1);
  await log.flush();
  await page.getByRole('treeitem', { name: /third/ }).waitFor();
  await page.waitForSelector('[data-tag="train/fresh"] [data-last-step="9"]');
  expect(seen.faults).toEqual([]);
});

test('keeps the view over a reload, and goes back and forward', async () => {
  const page = await open();
  await page.waitForSelector(lossChart);
  await page.getByRole('link', { name: 'Text', exact: true }).click();
  await page.getByText('hello').first().waitFor();
  await page.reload();
  await page.getByText('hello').first().waitFor();
  await page.goBack();
  await page.waitForSelector(lossChart);
  await page.goForward();
  await page.getByText('hello').first().waitFor();
  expect(seen.faults).toEqual([]);
});

test('goes on when the server was started again', async () => {
  const page = await open();
  await page.waitForSelector(lossChart);
  const { port } = server;
  await server.stop();
  await page.getByRole('button', { name: /offline/i }).waitFor();
  log.run('first').say('scalar', 'train/loss', 2000, 0.5);
  await log.flush();
  server = await Server.start(log.directory, ['--port', String(port)]);
  await page.waitForSelector(`${lossChart}[data-last-step="2000"]`);
});

test('forgets runs whose directory was deleted', async () => {
  const page = await open();
  await page.waitForSelector(lossChart);
  renameSync(`${log.directory}/second`, `${log.directory}-second`);
  rmSync(`${log.directory}-second`, { recursive: true });
  await page.getByRole('treeitem', { name: /second/ }).waitFor({ state: 'detached' });
  expect(seen.faults).toEqual([]);
});

test('shows names with script in them as text', async () => {
  const name = '<img src=x onerror=alert(1)>';
  log.run(name).say('scalar', name, 1, 1).say('text', 'evil', 1, `${name}<script>alert(2)</script>`);
  await log.flush();
  const page = await open();
  await page.getByRole('treeitem', { name: /onerror/ }).waitFor();
  await page.getByRole('link', { name: 'Text', exact: true }).click();
  await page.waitForSelector('[data-shown-step="1"]');
  expect(await page.locator('#app :is(script, img[src="x"], [onerror])').count()).toBe(0);
  expect(seen.faults).toEqual([]);
});

test('the log directory itself may go, and come back', async () => {
  const page = await open();
  await page.waitForSelector(lossChart);
  const away = `${log.directory}-away`;
  renameSync(log.directory, away);
  await page.getByRole('treeitem', { name: /first/ }).waitFor({ state: 'detached' });
  await page.getByText(/No runs in .* yet/).waitFor();
  renameSync(away, log.directory);
  await page.getByRole('treeitem', { name: /first/ }).waitFor();
  await page.waitForSelector(`${lossChart}[data-last-step="499"]`);
  log.run('first').say('scalar', 'train/loss', 3000, 0.5);
  await log.flush();
  await page.waitForSelector(`${lossChart}[data-last-step="3000"]`);
  expect(seen.faults).toEqual([]);
});
