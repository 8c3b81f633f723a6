/** Settings of scalars by what they do to charts and tooltips, and a card's states. */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { launch, visit, type Visit } from './support/browser';
import { Log } from './support/log';
import { cardOf, chartOf, domain, drawn } from './support/scalars';
import { Server } from './support/server';

let browser: Browser;
let log: Log;
let server: Server;
let seen: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launch();
  log = new Log();
  for (const [run, level] of [['c', 2], ['a', 3], ['b', 1]] as const) {
    log.run(run);
    for (let step = 0; step < 100; step++) {
      log.say('scalar', 'flat', step, level).say('scalar', 'spike', step, step === 50 ? 1000 : 1 + (step % 2));
    }
  }
  [1, 1, 100, 1, 1].forEach((value, step) => log.say('scalar', 'five', step, value));
  await log.flush();
  server = await Server.start(log.directory);
});
afterAll(async () => {
  await server.stop();
  await log.remove();
  await browser.close();
});
beforeEach(async () => {
  seen = await visit(browser, `${server.url}#scalars?smooth=0`);
  page = seen.page;
});
afterEach(async () => {
  expect(seen.faults).toEqual([]);
  await seen.close();
});

const upperEnd = async (): Promise<number> => (await domain(page, 'spike', 'y'))[1];

test('outliers do not count for the range of y, unless one wants them to', async () => {
  await drawn(page, 'spike', 'drawn-lines', '3');
  await expect.poll(upperEnd).toBeLessThan(100);
  await page.getByRole('button', { name: 'Ignore outliers' }).click();
  await expect.poll(upperEnd).toBeGreaterThan(999);
  await expect.poll(() => page.url()).toContain('ignoreoutliers=no');
});

const panel = async (): Promise<Locator> => {
  await page.getByRole('button', { name: 'Axes, smoothing and cursor' }).click();
  return page.getByRole('dialog', { name: 'Axes, smoothing and cursor' });
};

/** What the tooltip says in the middle of five points: smoothed, and as it was written. */
async function inTheMiddle(): Promise<string[]> {
  const width = (await chartOf(page, 'five').boundingBox())?.width ?? 0;
  await chartOf(page, 'five').hover({ position: { x: width * 0.46, y: 40 } });
  const tip = page.getByTestId('chart-tooltip');
  const cells = await tip.locator('.row:not(.head)').first().locator('span').allInnerTexts();
  return cells.slice(-2);
}

describe('smoothing over a window', () => {
  test.each([['Mean of a window', 'mean', '34'], ['Median of a window', 'median', '1']] as const)('%s', async (label, kind, value) => {
    await drawn(page, 'five', 'drawn-lines', '1');
    await (await panel()).getByRole('combobox', { name: 'Kind of smoothing' }).selectOption({ label });
    await page.keyboard.press('Escape');
    const points = page.getByRole('spinbutton', { name: 'Points of the window' });
    await points.fill('3');
    await points.press('Enter');
    await expect.poll(() => decodeURIComponent(page.url())).toContain(`smooth=${kind}:3`);
    await expect.poll(inTheMiddle).toEqual([value, '100']);
  });
});

describe('the tooltip', () => {
  const names = (): Promise<string[]> => page.getByTestId('chart-tooltip').locator('.row:not(.head) .name').allInnerTexts();

  test.each([
    ['By name', ['a', 'b', 'c']], ['Largest first', ['a', 'c', 'b']], ['Smallest first', ['b', 'c', 'a']],
  ] as const)('is ordered: %s', async (label, expected) => {
    await drawn(page, 'flat', 'drawn-lines', '3');
    await (await panel()).getByRole('combobox', { name: 'Order of the tooltip' }).selectOption({ label });
    await page.keyboard.press('Escape');
    await chartOf(page, 'flat').hover({ position: { x: 150, y: 60 } });
    await expect.poll(names).toEqual(expected);
  });

  test('is ordered: nearest first', async () => {
    await drawn(page, 'flat', 'drawn-lines', '3');
    const height = (await chartOf(page, 'flat').boundingBox())?.height ?? 0;
    await chartOf(page, 'flat').hover({ position: { x: 150, y: 0.75 * height } }); // Low: b is there.
    await expect.poll(names).toEqual(['b', 'c', 'a']);
    await chartOf(page, 'flat').hover({ position: { x: 150, y: 20 } });
    await expect.poll(names).toEqual(['a', 'c', 'b']);
  });
});

describe('a card', () => {
  test('says that it loads, keeps its place, and fills when the answer comes', async () => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/scalars*', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    const article = cardOf(page, 'flat').locator('article');
    await expect.poll(() => article.getAttribute('aria-busy')).toBe('true');
    const before = await article.boundingBox();
    answer();
    await drawn(page, 'flat', 'drawn-lines', '3');
    expect(await article.getAttribute('aria-busy')).toBe('false');
    expect(await article.boundingBox()).toEqual(before);
  });

  test('whose data do not come says why, and tries again', async () => {
    await page.route('**/api/scalars*', (route) => route.fulfill({ status: 500, json: { error: 'the disk is on fire' } }));
    await page.reload();
    const failed = cardOf(page, 'flat').getByTestId('not-loaded');
    await expect.poll(() => failed.innerText()).toMatch(/Not loaded\s+the disk is on fire/);
    await page.unroute('**/api/scalars*');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await drawn(page, 'flat', 'drawn-lines', '3');
    expect(await failed.count()).toBe(0);
    seen.faults.splice(0, seen.faults.length, ...seen.faults.filter((fault) => !fault.includes('500')));
  });

  test('before anything is known there are rows to come, and no word of an empty log', async () => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/runs*', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.locator('aside .rows[aria-hidden=true]').waitFor();
    expect(await page.getByText(/No runs in/).count()).toBe(0);
    answer();
    await page.getByRole('treeitem', { name: 'a', exact: true }).waitFor();
    expect(await page.locator('aside .rows[aria-hidden=true]').count()).toBe(0);
  });
});
