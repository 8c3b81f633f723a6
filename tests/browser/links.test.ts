/** A link shows another reader what it was taken from, and a reload shows it again. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch, visit, type Visit } from './support/browser';
import { Log } from './support/log';
import { domain, dragOver, drawn, openPanel } from './support/scalars';
import { Server } from './support/server';

let browser: Browser;
let log: Log;
let server: Server;

// By loss: b, c, a; by the greatest accuracy: c, a, b.
const kRuns = [['x/a', 3, 0.5], ['x/b', 1, 0.1], ['y/c', 2, 0.9]] as const;

beforeAll(async () => {
  browser = await launch();
  log = new Log();
  for (const [name, loss, accuracy] of kRuns) {
    log.run(name).say('curve', 'val/loss', 0, 100, loss + 1, loss).say('curve', 'val/other', 0, 100, 2, 1);
    log.say('scalar', 'val/acc', 1, accuracy).say('scalar', 'val/acc', 2, 0.05);
  }
  await log.flush();
  server = await Server.start(log.directory);
});
afterAll(async () => {
  await server.stop();
  await log.remove();
  await browser.close();
});

async function open(hash = '#scalars'): Promise<Visit> {
  const seen = await visit(browser, server.url + hash);
  await seen.page.getByRole('treeitem', { name: 'x/a', exact: true }).waitFor();
  return seen;
}

const hashOf = (page: Page): string => new URL(page.url()).hash;
const wordsOf = (page: Page): string => decodeURIComponent(hashOf(page));
const runs = (page: Page): Promise<(string | null)[]> =>
  page.getByRole('treeitem').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
const colours = (page: Page): Promise<string[]> =>
  page.getByRole('treeitem').locator('.swatch').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));

const kSwitches = [
  'Raw line behind', 'Superseded branches', 'Ignore outliers in the y range', 'Same cursor on all cards', 'Same zoom on all cards',
];

async function settings(page: Page): Promise<(string | null)[]> {
  await page.keyboard.press(',');
  const drawer = page.getByRole('dialog', { name: 'Settings' });
  const states = await Promise.all(
    kSwitches.map((name) => drawer.getByRole('switch', { name }).getAttribute('aria-checked')),
  );
  const band = await drawer.getByRole('combobox', { name: 'Band' }).inputValue();
  await page.keyboard.press('Escape');
  return [...states, band];
}

test('tells the settings that change what is shown, and does not change the reader\'s own', async () => {
  const writer = await open();
  await writer.page.keyboard.press(',');
  const drawer = writer.page.getByRole('dialog', { name: 'Settings' });
  for (const name of kSwitches) await drawer.getByRole('switch', { name }).click();
  await drawer.getByRole('combobox', { name: 'Band' }).selectOption('range');
  await writer.page.keyboard.press('Escape');
  await drawn(writer.page, 'val/loss', 'drawn-lines', '3');
  await dragOver(writer.page, 'val/loss', [0.3, 0.5], [0.6, 0.51]);
  await expect.poll(() => wordsOf(writer.page)).toMatch(/zoom=/);
  await expect.poll(async () => (await domain(writer.page, 'val/other', 'x'))[0]).toBeGreaterThan(0);
  const at = await domain(writer.page, 'val/other', 'x');

  const reader = await open(hashOf(writer.page));
  await drawn(reader.page, 'val/other', 'x-domain', at.join(' '));
  // The cursor is the reader's own: it is nothing that a picture shows.
  expect(await settings(reader.page)).toEqual(['false', 'false', 'false', 'true', 'true', 'range']);
  await reader.page.goto('about:blank');
  await reader.page.goto(`${server.url}#scalars`);
  await drawn(reader.page, 'val/other', 'drawn-lines', '3');
  expect(await settings(reader.page)).toEqual(['true', 'true', 'true', 'true', 'false', 'deviation']);
  expect([...writer.faults, ...reader.faults]).toEqual([]);
  await Promise.all([writer.close(), reader.close()]);
});

test('tells which values the runs are ordered by, whatever column the reader has', async () => {
  const writer = await open();
  await writer.page.getByRole('button', { name: 'Order of the runs' }).click();
  await writer.page.getByText('val/loss, smallest first').click();
  await expect.poll(() => runs(writer.page)).toEqual(['x/b', 'y/c', 'x/a']);

  const reader = await open();
  await reader.page.getByRole('button', { name: 'Choose the column' }).click();
  await reader.page.getByRole('combobox', { name: 'Tag' }).selectOption('val/acc');
  await reader.page.getByRole('radio', { name: 'Max' }).click();
  await reader.page.keyboard.press('Escape');
  await expect.poll(() => wordsOf(reader.page)).toContain('column=val/acc&statistic=max');
  await reader.page.goto(server.url + hashOf(writer.page));
  await expect.poll(() => runs(reader.page)).toEqual(['x/b', 'y/c', 'x/a']);
  await expect.poll(() => reader.page.locator('.sort').innerText()).toMatch(/^val\/loss\s*, last/);

  await reader.page.goto(`${server.url}#scalars?order=-value`);
  await expect.poll(() => runs(reader.page)).toEqual(['y/c', 'x/a', 'x/b']);
  await writer.page.goto(server.url + hashOf(reader.page));
  await expect.poll(() => runs(writer.page)).toEqual(['y/c', 'x/a', 'x/b']);
  await Promise.all([writer.close(), reader.close()]);
});

test('tells what colours go by', async () => {
  const writer = await open();
  await writer.page.getByRole('button', { name: 'Colours' }).click();
  await writer.page.getByText('By regular expression').click();
  await writer.page.getByRole('textbox', { name: 'Colour by groups of' }).fill('(a|c)$');
  await expect.poll(() => wordsOf(writer.page)).toContain('colourby=regex:(a|c)$');
  const theirs = await colours(writer.page);
  const reader = await open(hashOf(writer.page));
  await expect.poll(() => colours(reader.page)).toEqual(theirs);
  const usual = await open();
  expect(await colours(usual.page)).not.toEqual(theirs);
  await Promise.all([writer.close(), reader.close(), usual.close()]);
});

test('tells how a table is sorted', async () => {
  const writer = await open();
  const panel = await openPanel(writer.page, 'val/loss');
  await panel.getByRole('switch', { name: 'Wide card' }).click();
  await writer.page.keyboard.press('Escape');
  await writer.page.locator('[data-tag="val/loss"] article').focus();
  await writer.page.keyboard.press('t');
  const names = (page: Page): Promise<string[]> => page.getByRole('table').locator('tbody tr td:first-child').allInnerTexts();
  await writer.page.getByRole('table').getByRole('button', { name: 'Max' }).click();
  await writer.page.getByRole('table').getByRole('button', { name: 'Max' }).click();
  await expect.poll(() => names(writer.page)).toEqual(['x/a', 'y/c', 'x/b']);
  await expect.poll(() => decodeURIComponent(wordsOf(writer.page))).toContain('sort:-max');
  const reader = await open(hashOf(writer.page));
  await expect.poll(() => names(reader.page)).toEqual(['x/a', 'y/c', 'x/b']);
  await Promise.all([writer.close(), reader.close()]);
});

test('a reload at once keeps even changes that quickly followed another', async () => {
  const seen = await open();
  const field = seen.page.getByRole('textbox', { name: 'Filter tags' });
  await Promise.all([
    seen.page.waitForNavigation(),
    field.evaluate(async (input: HTMLInputElement) => {
      for (const text of ['v', 'val/', 'val/lo', 'val/loss']) {
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        await Promise.resolve();
      }
      location.reload();
    }),
  ]);
  await expect.poll(() => field.inputValue()).toBe('val/loss');
  await expect.poll(() => wordsOf(seen.page)).toBe('#scalars?filter=val/loss');
  await seen.page.goto(`${server.url}?again#scalars`);
  await expect.poll(() => field.inputValue()).toBe('');
  expect(seen.faults).toEqual([]);
  await seen.close();
});
