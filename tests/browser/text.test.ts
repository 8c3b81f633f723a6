/** Texts: markdown that can do no harm, tables, history, differences, search. */

import { readFileSync } from 'node:fs';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { launch } from './support/browser';
import { becomes, says, Shown } from './support/media';
import { unzip } from './support/zip';

const kHostile = `<script>document.title = 'harmed'</script>
<img src=x onerror="document.title = 'harmed'"> <svg onload="document.title = 'harmed'"></svg>
<a href="javascript:document.title='harmed'">go</a> <b style="position:fixed;inset:0">bold</b>

![far](https://example.org/a.png) [away](https://example.org/b)
<iframe src="https://example.org"></iframe>`;

let browser: Browser;
let shown: Shown;

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    log.run('one');
    for (let i = 0; i < 12; i++) {
      log.say('text', 'notes', i * 5, `# Step ${i}\n\n| a | b |\n|---|---|\n| same | ${i} |\n\nThe needle ${i}.`);
    }
    log.run('two').say('text', 'hostile', 0, kHostile);
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

describe('texts', () => {
  test('are markdown, or plain by choice', async () => {
    const { page, faults, close } = await shown.open('#text?filter=notes');
    await says(page.locator('main [data-markdown] h1'), 'Step 11');
    await says(page.locator('main [data-markdown] td'), 'same');
    await page.getByRole('switch', { name: 'Markdown' }).click();
    await says(page.locator('main .body .plain'), '# Step 11');
    expect(faults).toEqual([]);
    await close();
  });

  test('from a hostile log run nothing and load nothing', async () => {
    const { page, faults, close } = await shown.open('#text?filter=hostile');
    await says(page.locator('main [data-markdown]'), 'bold');
    const html = await page.locator('main [data-markdown]').first().innerHTML();
    expect(html).not.toMatch(/<(script|img|svg|iframe|style)|on\w+=|javascript:|style=/i);
    const links = page.locator('main [data-markdown] a[href]');
    expect(await links.count()).toBe(2);
    expect(await links.first().getAttribute('rel')).toBe('noopener noreferrer');
    expect(await page.title()).not.toBe('harmed');
    expect(faults).toEqual([]);
    await close();
  });

  test('show what changed since the step before', async () => {
    const { page, close } = await shown.open('#text?filter=notes&step=25');
    const article = page.locator('main article').first();
    await says(article, 'Step 5');
    await article.getByRole('button', { name: 'Difference to the step before' }).click();
    await becomes(page.locator('main .diff'), 'data-changes', '6');
    await says(page.locator('main .diff .removed'), /−\s*# Step 4/);
    await says(page.locator('main .diff .added'), /\+\s*# Step 5/);
    await close();
  });

  test('list all steps, newest first', async () => {
    const { page, close } = await shown.open('#text?filter=notes');
    const article = page.locator('main article').first();
    await says(article, 'Step 11');
    await article.getByRole('button', { name: 'All steps' }).click();
    await says(article.locator('li').first(), /Step 55/);
    expect(await article.getByRole('slider').count()).toBe(0);
    const downloading = page.waitForEvent('download');
    await article.getByRole('button', { name: 'Download all steps' }).click();
    expect(unzip(readFileSync(await (await downloading).path())).size).toBe(12);
    expect(await article.locator('li').count()).toBe(10);
    await article.getByRole('button', { name: /older/ }).click();
    await expect.poll(() => article.locator('li').count()).toBe(12);
    await close();
  });

  test('are searched by the server, and what is found is marked', async () => {
    const { page, close } = await shown.open('#text?filter=notes');
    await page.getByRole('textbox', { name: 'Search in texts' }).fill('needle [23]\\.');
    await becomes(page.locator('.found'), 'data-total', '2');
    await page.locator('.found li button').first().click();
    await becomes(page.locator('main [data-shown-step]'), 'data-shown-step', '10');
    await says(page.locator('main [data-markdown] mark'), 'needle 2.');
    await close();
  });
});
