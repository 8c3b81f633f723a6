/** A file that cannot be read as a whole: the page says so where it matters. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch } from './support/browser';
import { card, Shown } from './support/media';
import { drawn } from './support/scalars';

let browser: Browser;
let shown: Shown;

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    log.run('broken').say('curve', 'loss', 0, 200, 2, 0.1).say('text', 'note', 1, 'words').say('close');
    log.run('sound').say('curve', 'loss', 0, 200, 3, 0.1).say('curve', 'alone', 0, 200, 3, 0.1);
  }, (directory) => {
    const run = join(directory, 'broken');
    for (const name of readdirSync(run)) {
      const bytes = readFileSync(join(run, name));
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
      writeFileSync(join(run, name), bytes);
    }
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

/** A damaged record is of a file: which of the run's series it was, nobody knows. */
test('a damaged run is marked in the list, with the reason in its details, and not on every card', async () => {
  const { page, faults, close } = await shown.open('#scalars?run=broken');
  await drawn(page, 'loss', 'drawn-lines', '2');
  await page.getByRole('treeitem', { name: 'broken' }).getByTitle(/1 damaged record/).waitFor();
  expect(await page.getByRole('treeitem', { name: 'sound' }).getByTitle(/damaged/).count()).toBe(0);
  const reason = page.getByRole('region', { name: 'Details of broken' }).getByText(/1 record: .*checksum/);
  await reason.click();
  const problems = page.getByRole('dialog', { name: 'Problems' });
  await problems.getByText(/broken\/events\.out\.tfevents.*, byte [\d,]+/).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.locator('main').getByRole('button', { name: /amaged/ }).count()).toBe(0);
  await page.goto(`${shown.server.url}#text`);
  await card(page, 'note/text_summary').waitFor();
  expect(await page.locator('main').getByRole('button', { name: /amaged/ }).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
