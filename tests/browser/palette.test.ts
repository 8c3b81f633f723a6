/** The palette's way to a card, wherever it is. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch, visit } from './support/browser';
import { Log } from './support/log';
import { Server } from './support/server';

let browser: Browser;
let log: Log;
let server: Server;

beforeAll(async () => {
  browser = await launch();
  log = new Log();
  log.run('one');
  for (let i = 0; i < 200; ++i) log.say('scalar', `layers/weight_${i}`, 1, i);
  log.say('scalar', 'zeta/last', 1, 1).say('scalar', 'few/loss', 1, 1).say('text', 'notes/said', 1, 'words');
  log.run('two').say('scalar', 'many/loss', 1, 1).run('three').say('scalar', 'many/loss', 1, 1);
  await log.flush();
  server = await Server.start(log.directory);
});

afterAll(async () => {
  await server.stop();
  await log.remove();
  await browser.close();
});

async function jump(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await expect.poll(() => page.getByRole('option', { selected: true }).innerText()).toContain(text);
  await page.keyboard.press('Enter');
}

const focusedCard = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-card') ?? null);

async function expectInSight(page: Page, tag: string): Promise<void> {
  await expect.poll(() => focusedCard(page), { timeout: 10_000 }).toBe(tag);
  await expect.poll(async () => {
    const box = await page.locator(`article[data-card="${tag}"]`).boundingBox();
    return box !== null && box.y >= 88 && box.y + box.height <= 900;
  }).toBe(true);
}

test('a jump opens the group, scrolls to the card and focuses it, and changes no filter', async () => {
  const { page, faults, close } = await visit(browser, `${server.url}#images?filter=a`);
  await page.getByRole('treeitem').first().waitFor();
  await jump(page, 'layers/weight_187');
  await expectInSight(page, 'layers/weight_187');
  expect(await page.evaluate(() => location.hash)).toBe('#scalars?filter=a');
  await page.locator('section[aria-label="zeta"]').getByRole('button', { name: /zeta/ }).click();
  await jump(page, 'zeta/last');
  await expectInSight(page, 'zeta/last');
  await jump(page, 'notes/said');
  await page.getByText('The filter of tags hides notes/said').waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-key]')?.getAttribute('data-key'))).toContain('notes/said');
  await jump(page, 'few/loss');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expectInSight(page, 'few/loss');
  expect(faults).toEqual([]);
  await close();
}, 40_000);

test('what more runs have comes first', async () => {
  const { page, close } = await visit(browser, server.url);
  await page.getByRole('treeitem').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('loss');
  await expect.poll(async () => (await page.getByRole('option').allInnerTexts()).slice(0, 2).map((text) => text.split(/\s/)[0]))
    .toEqual(['many/loss', 'few/loss']);
  await close();
});

test('the focus comes back to the card that filled the window', async () => {
  const { page, close } = await visit(browser, `${server.url}#scalars`);
  await page.locator('article[data-card="few/loss"]').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('full-screen').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('full-screen').waitFor({ state: 'detached' });
  expect(await focusedCard(page)).toBe('few/loss');
  await page.keyboard.press('Enter');
  await page.getByTestId('full-screen').waitFor();
  await page.reload();
  await page.getByTestId('full-screen').waitFor();
  await page.locator('main [data-key="scalar::few/loss"] article').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedCard(page)).toBe('few/loss');
  await close();
});
