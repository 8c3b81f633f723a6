/** What is not on the page is told: what was left out, and a log that has gone. */

import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch } from './support/browser';
import { Shown } from './support/media';

let browser: Browser;
let shown: Shown;

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(
    browser,
    (log) => void log.run('one').say('curve', 'loss', 0, 20, 2, 0.1),
    (directory) => cpSync(join(directory, 'one'), join(directory, '.two'), { recursive: true }),
  );
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

test('a hidden directory is said to be left out, and a log that goes to have gone', async () => {
  const { page, close } = await shown.open('#scalars');
  await page.getByRole('button', { name: '1 left out' }).click();
  await page.getByRole('dialog', { name: 'Problems' }).getByText(/hidden directory .*\.two/).waitFor();
  await page.keyboard.press('Escape');
  const { directory } = shown.log;
  renameSync(directory, `${directory}-away`);
  try {
    await page.getByText(/^stepline-browser-\S+\/ is not there$/).waitFor({ timeout: 15_000 });
  } finally {
    renameSync(`${directory}-away`, directory);
  }
  await page.getByRole('treeitem', { name: 'one' }).waitFor({ timeout: 15_000 });
  expect(await page.getByText('is not there').count()).toBe(0);
  await close();
});
