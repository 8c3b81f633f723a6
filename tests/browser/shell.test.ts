/** The page as a whole: pages, address, palette, settings, the live pill. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { launch, visit } from './support/browser';
import { Log } from './support/log';
import { Server } from './support/server';

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const pill = (page: Page): Locator => page.locator('header .right button').nth(1);
const address = (page: Page): Promise<string> => page.evaluate(() => decodeURIComponent(location.hash));

async function says(locator: Locator, text: string | RegExp): Promise<void> {
  await expect.poll(() => locator.innerText(), { timeout: 15_000 }).toMatch(text);
}

async function newLog(...names: string[]): Promise<Log> {
  const log = new Log();
  for (const name of names) log.run(name).say('curve', 'train/loss', 0, 20, 3, 1).say('curve', 'val/loss', 0, 20, 3, 1);
  await log.flush();
  return log;
}

describe('pages and the address', () => {
  let log: Log;
  let server: Server;
  beforeAll(async () => {
    log = await newLog('one', 'two');
    server = await Server.start(log.directory);
  });
  afterAll(async () => {
    await server.stop();
    await log.remove();
  });

  test('back and forward go through the pages', async () => {
    const { page, faults, close } = await visit(browser, server.url);
    const current = page.locator('nav [aria-current=page]');
    await says(current, 'Scalars');
    await page.getByRole('link', { name: 'Images' }).click();
    await says(current, 'Images');
    await page.keyboard.press('4');
    await says(current, 'Histograms');
    await page.goBack();
    await says(current, 'Images');
    await page.goBack();
    await says(current, 'Scalars');
    await page.goForward();
    await says(current, 'Images');
    await page.reload();
    await says(current, 'Images');
    expect(faults).toEqual([]);
    await close();
  });

  test('a page that does not exist is said not to', async () => {
    const { page, close } = await visit(browser, `${server.url}#nowhere?x=1&card=%`);
    await page.getByText('There is no such page').waitFor();
    await close();
  });

  test('the palette finds tags and runs by some of their letters', async () => {
    const { page, faults, close } = await visit(browser, server.url);
    await page.getByRole('treeitem').first().waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Jump' });
    await page.keyboard.type('vallo');
    await says(dialog.getByRole('option', { selected: true }), 'val/loss');
    expect(await dialog.getByRole('option', { selected: true }).locator('mark').allInnerTexts()).toEqual(['val', 'lo']);
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toBe('#scalars');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-card'))).toBe('val/loss');
    expect(await dialog.count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('two');
    await says(dialog.getByRole('option', { selected: true }), 'two');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Details of two' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('pin train/lo');
    await says(dialog.getByRole('option', { selected: true }), 'Pin train/loss');
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toContain('pincard=scalar::train/loss');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('trainloss');
    await says(dialog.getByRole('option', { selected: true }), 'train/loss');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => address(page)).toContain('full=scalar::train/loss');
    await page.keyboard.press('Escape');
    await expect.poll(() => address(page)).not.toContain('full=');
    expect(faults).toEqual([]);
    await close();
  });

  test('settings apply at once, stay in this browser, and can be reset', async () => {
    const { page, faults, close } = await visit(browser, server.url, { colorScheme: 'light' });
    const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['theme']);
    await page.getByRole('treeitem').first().waitFor();
    await page.keyboard.press(',');
    const drawer = page.getByRole('dialog', { name: 'Settings' });
    await drawer.getByRole('radio', { name: 'Dark' }).click();
    expect(await theme()).toBe('dark');
    await page.keyboard.press('Escape');
    expect(await drawer.count()).toBe(0);
    await page.reload();
    await page.getByRole('treeitem').first().waitFor();
    expect(await theme()).toBe('dark');
    await page.keyboard.press(',');
    await drawer.getByText('Reset all').click();
    expect(await theme()).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(theme).toBe('dark');
    expect(faults).toEqual([]);
    await close();
  });

  test('two pages at once do not disturb each other', async () => {
    const a = await visit(browser, server.url);
    const b = await visit(browser, server.url);
    await a.page.getByRole('treeitem', { name: 'one', exact: true }).locator('.box').click();
    await says(a.page.locator('aside .count').first(), '1 of 2 shown');
    await says(b.page.locator('aside .count').first(), 'all 2 shown');
    expect([...a.faults, ...b.faults]).toEqual([]);
    await a.close();
    await b.close();
  });

  test('below 1000 px the runs are a rail that [ lays over the page', async () => {
    const { page, faults, close } = await visit(browser, server.url, { viewport: { width: 800, height: 800 } });
    await page.getByLabel('Runs, folded').waitFor();
    expect(await page.getByRole('tree').count()).toBe(0);
    await page.keyboard.press('[');
    await page.getByRole('tree').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('tree').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('live', () => {
  test('an empty log says how to begin, and fills by itself', async () => {
    const log = await newLog();
    const server = await Server.start(log.directory);
    const { page, faults, close } = await visit(browser, server.url);
    await page.getByText(/No runs in .* yet/).waitFor();
    await says(pill(page), /Watching/);
    expect(await page.locator('nav a').count()).toBe(0);
    await page.getByRole('radio', { name: 'C++' }).click();
    await says(page.locator('pre'), 'SummaryWriter writer');
    await log.run('first').say('scalar', 'train/loss', 0, 1).flush();
    await page.getByRole('treeitem', { name: 'first' }).waitFor();
    await page.locator('[data-card="train/loss"]').waitFor();
    expect(faults).toEqual([]);
    await close();
    await server.stop();
    await log.remove();
  });

  test('pausing counts what is new, and going on shows it', async () => {
    const log = await newLog('one');
    const server = await Server.start(log.directory);
    const { page, faults, close } = await visit(browser, server.url);
    await page.getByRole('treeitem').first().waitFor();
    await says(pill(page), /Live/);
    await page.keyboard.press('l');
    await says(pill(page), /Paused/);
    await log.say('curve', 'train/loss', 20, 7, 1, 1).flush();
    await says(pill(page), /Paused\s+7 new/);
    await page.keyboard.press('l');
    await says(pill(page), /Live/);
    expect(faults).toEqual([]);
    await close();
    await server.stop();
    await log.remove();
  });

  test('a server that goes leaves the data, and one that comes back is found', async () => {
    const log = await newLog('one', 'two');
    const server = await Server.start(log.directory);
    const { page, close } = await visit(browser, server.url);
    await page.getByRole('treeitem', { name: 'one', exact: true }).locator('.box').click();
    await server.stop();
    await says(pill(page), /Offline/);
    await says(page.getByRole('alert'), /does not answer.*nothing is lost/);
    expect(await page.locator('[data-card="train/loss"]').count()).toBe(1);
    const again = await Server.start(log.directory, ['--port', String(server.port)]);
    await page.getByText('Try now').click();
    await says(pill(page), /Live/);
    await says(page.locator('aside .count').first(), '1 of 2 shown');
    await log.run('three').say('scalar', 'train/loss', 0, 1).flush();
    await page.getByRole('treeitem', { name: 'three' }).waitFor();
    await close();
    await again.stop();
    await log.remove();
  });

  test('a run whose directory is deleted goes', async () => {
    const log = await newLog('one', 'two');
    const server = await Server.start(log.directory);
    const { page, faults, close } = await visit(browser, server.url);
    await page.getByRole('treeitem', { name: 'two' }).waitFor();
    await log.say('close').flush();
    rmSync(join(log.directory, 'two'), { recursive: true });
    await page.getByRole('treeitem', { name: 'two' }).waitFor({ state: 'detached' });
    await says(page.locator('aside .count').first(), 'all 1 shown');
    expect(faults).toEqual([]);
    await close();
    await server.stop();
    await log.remove();
  });

  test('names from a hostile log are text', async () => {
    const names = ['<img src=x onerror=alert(1)>', '<script>alert(1)<', '"x" onload=alert(1)', 'a'.repeat(240), 'line\nbreak', '\u202Eback', '#x?y=1&z=%'];
    const log = await newLog(...names);
    const server = await Server.start(log.directory);
    const { page, faults, close } = await visit(browser, server.url);
    const rows = page.getByRole('treeitem');
    await expect.poll(() => rows.count()).toBe(names.length);
    const heights = await rows.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    expect(new Set(heights).size).toBe(1);
    for (let i = 0; i < names.length; i += 2) await rows.nth(i).locator('.box').click();
    await says(page.locator('aside .count').first(), '3 of 7 shown');
    await expect.poll(async () => (await address(page)).split('hide=').length).toBe(5);
    await page.reload();
    await says(page.locator('aside .count').first(), '3 of 7 shown');
    expect(faults).toEqual([]);
    await close();
    await server.stop();
    await log.remove();
  });
});
