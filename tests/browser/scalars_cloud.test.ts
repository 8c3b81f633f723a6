/** More runs than colours can tell apart. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch, visit } from './support/browser';
import { Log } from './support/log';
import { chipsOf, chartOf, drawn } from './support/scalars';
import { Server } from './support/server';

const kRuns = 45;
let browser: Browser;
let log: Log;
let server: Server;

beforeAll(async () => {
  browser = await launch();
  log = new Log();
  for (let i = 0; i < kRuns; i++) {
    log.run(`sweep/${i}`).say('curve', 'train/loss', 0, 300, 2 + i / 10, 0.1 + i / 50).say('scalar', 'final/score', 300, i ** 2);
  }
  await log.flush();
  server = await Server.start(log.directory);
});
afterAll(async () => {
  await server.stop();
  await log.remove();
  await browser.close();
});

test('are a cloud, in which pinned runs and the baseline keep their lines', async () => {
  const { page, faults, close } = await visit(browser, `${server.url}#scalars?pin=sweep/3&base=sweep/7`);
  await drawn(page, 'train/loss', 'cloud-runs', `${kRuns}`);
  await drawn(page, 'train/loss', 'drawn-lines', '2');
  expect(await chipsOf(page, 'train/loss')).toEqual([`${kRuns} runs`]);
  await chartOf(page, 'train/loss').hover({ position: { x: 150, y: 60 } });
  await page.getByTestId('chart-tooltip').getByText(`median of ${kRuns} runs`).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('are lines again when fewer are shown', async () => {
  const { page, faults, close } = await visit(browser, `${server.url}#scalars?hide=/&show=sweep/1&show=sweep/2`);
  await drawn(page, 'train/loss', 'drawn-lines', '2');
  await drawn(page, 'train/loss', 'cloud-runs', '0');
  expect(faults).toEqual([]);
  await close();
});

test('are cut into groups by directory', async () => {
  const card = encodeURIComponent(`${encodeURIComponent('scalar::train/loss')}:group=directory`);
  const { page, close } = await visit(browser, `${server.url}#scalars?card=${card}`);
  await drawn(page, 'train/loss', 'drawn-bands', '1');
  await drawn(page, 'train/loss', 'cloud-runs', '0');
  await close();
});

test('of one point each are points, with their median', async () => {
  const { page, faults, close } = await visit(browser, `${server.url}#scalars`);
  await drawn(page, 'final/score', 'cloud-runs', `${kRuns}`);
  const inked = await chartOf(page, 'final/score').locator('canvas').first().evaluate((node) => {
    const canvas = node as HTMLCanvasElement;
    const { data } = canvas.getContext('2d')!.getImageData(canvas.width * 0.3, 0, canvas.width * 0.5, canvas.height * 0.8);
    let dark = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 3]! > 120 && data[i]! < 170) dark++;
    return dark;
  });
  expect(inked).toBeGreaterThan(40);
  expect(faults).toEqual([]);
  await close();
});
