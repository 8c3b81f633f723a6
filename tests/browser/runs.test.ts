/** The list of runs, by what a user does and sees. */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { launch, visit, type Visit } from './support/browser';
import { Log } from './support/log';
import { Server } from './support/server';

const kNames = ['ablation/rope-off', 'ablation/swiglu', 'baseline', 'baseline-v0', 'seeds/seed-2', 'seeds/seed-10'];

let browser: Browser;
let log: Log;
let server: Server;
let seen: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launch();
  log = new Log();
  kNames.forEach((name, i) => {
    log.run(name).say('hparam', 'lr', 0.001 * (i + 1));
    log.say('curve', 'val/loss', 0, 50, 4, 3 - i / 10).say('scalar', 'train/acc', 1, i / 10);
  });
  log.run('seeds/seed-10').say('scalar', 'val/loss', 50, 'nan');
  await log.flush();
  server = await Server.start(log.directory);
});

afterAll(async () => {
  await server.stop();
  await log.remove();
  await browser.close();
});

beforeEach(async () => {
  seen = await visit(browser, server.url);
  page = seen.page;
  await page.getByRole('treeitem', { name: 'baseline', exact: true }).waitFor();
});

afterEach(async () => {
  const { faults } = seen;
  await seen.close();
  expect(faults).toEqual([]);
});

const row = (name: string): Locator => page.getByRole('treeitem', { name, exact: true });
const count = (): Locator => page.locator('aside .count').first();
const rowNames = (): Promise<(string | null)[]> =>
  page.getByRole('treeitem').evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label')));
const address = (): Promise<string> => page.evaluate(() => decodeURIComponent(location.hash));

async function says(locator: Locator, text: string | RegExp): Promise<void> {
  await expect.poll(() => locator.innerText()).toMatch(text);
}

describe('what is shown', () => {
  test('is everything, as a tree in natural order', async () => {
    await says(count(), 'all 6 shown');
    expect(await rowNames()).toEqual([
      'ablation/ 2 of 2 shown', 'ablation/rope-off', 'ablation/swiglu', 'seeds/ 2 of 2 shown', 'seeds/seed-2', 'seeds/seed-10',
      'baseline', 'baseline-v0',
    ]);
  });

  test('changes by its box, by a directory, by all and none', async () => {
    await row('ablation/swiglu').locator('.box').click();
    await says(count(), '5 of 6 shown');
    await says(page.getByRole('treeitem', { name: /^ablation\// }).first(), '1 of 2');
    expect(await page.getByRole('treeitem', { name: /^ablation\/ / }).getAttribute('aria-checked')).toBe('mixed');
    await page.getByRole('treeitem', { name: /^seeds\/ / }).locator('.box').click();
    await says(count(), '3 of 6 shown');
    await page.getByRole('checkbox', { name: 'Show all runs' }).click();
    await says(count(), 'all 6 shown');
    await page.getByRole('checkbox', { name: 'Show all runs' }).click();
    await says(count(), '0 of 6 shown');
  });

  test('can be one run only, and a link and a reload keep it', async () => {
    await row('baseline').hover();
    await row('baseline').getByText('Only', { exact: true }).click();
    await says(count(), '1 of 6 shown');
    await expect.poll(address).toContain('hide=/&show=baseline');
    await page.reload();
    await says(count(), '1 of 6 shown');
    const other = await visit(browser, await page.evaluate(() => location.href));
    await expect.poll(() => other.page.locator('aside .count').first().innerText()).toBe('1 of 6 shown');
    await other.close();
  });
});

test('a closed directory stays closed over a reload, until it is opened', async () => {
  const seeds = page.getByRole('treeitem', { name: /^seeds\/ / });
  await seeds.click();
  await expect.poll(rowNames).not.toContain('seeds/seed-2');
  await page.reload();
  await row('baseline').waitFor();
  expect(await rowNames()).not.toContain('seeds/seed-2');
  expect(await seeds.getAttribute('aria-expanded')).toBe('false');
  await seeds.click();
  await page.reload();
  await row('seeds/seed-2').waitFor();
});

describe('by keyboard', () => {
  test('arrows move, Space shows, Enter isolates, ← closes', async () => {
    await page.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await says(count(), '5 of 6 shown');
    expect(await row('ablation/rope-off').getAttribute('aria-checked')).toBe('false');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await says(count(), '1 of 6 shown');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    expect(await rowNames()).not.toContain('ablation/swiglu');
    await page.keyboard.press('ArrowRight');
    expect(await rowNames()).toContain('ablation/swiglu');
  });

  test('C changes the colour, which is then in the address', async () => {
    await row('baseline').click();
    await page.keyboard.press('c');
    await page.getByRole('radio', { name: 'Colour 7', exact: true }).click();
    await expect.poll(address).toContain('colour=7:baseline');
    const swatch = row('baseline').locator('.swatch');
    expect(await swatch.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(0, 152, 191)');
  });

  test('P pins a run on top', async () => {
    await row('seeds/seed-2').click();
    await page.keyboard.press('p');
    await expect.poll(async () => (await rowNames())[0]).toBe('seeds/seed-2');
    await expect.poll(address).toContain('pin=seeds/seed-2');
    await page.keyboard.press('Space');
    await says(count(), '5 of 6 shown');
    await page.keyboard.press('p');
    await expect.poll(address).not.toContain('pin=');
    await page.keyboard.press('Space');
    await says(count(), 'all 6 shown');
  });

  test('keys can be switched off', async () => {
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: 'Single keys' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('[');
    expect(await page.getByRole('tree').count()).toBe(1);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Jump' }).waitFor();
  });
});

describe('search', () => {
  test('is by regular expression, and what is shown of it at once', async () => {
    await page.keyboard.press('r');
    await page.keyboard.type('seed-\\d$');
    await says(count(), '1 of 6 match · all shown');
    expect(await rowNames()).toEqual(['seeds/seed-2']);
    await page.getByText('Only these').click();
    await page.getByLabel('Filter runs').fill('');
    await says(count(), '1 of 6 shown');
  });

  test('says what is wrong with an expression, and hides nothing', async () => {
    await page.getByLabel('Filter runs').fill('(');
    await expect.poll(() => page.getByLabel('Filter runs').getAttribute('aria-invalid')).toBe('true');
    expect(await rowNames()).toHaveLength(8);
  });
});

describe('the column', () => {
  test('shows the last value, NaN as such, and sorts', async () => {
    await says(row('seeds/seed-10').locator('.value').first(), 'NaN');
    await page.getByTitle('Sort by val/loss').click();
    await expect.poll(async () => (await rowNames()).slice(0, 2)).toEqual(['seeds/seed-2', 'baseline-v0']);
    await page.getByTitle('Sort by val/loss').click();
    await expect.poll(async () => (await rowNames()).indexOf('ablation/rope-off')).toBeLessThan(2);
  });

  test('filters by value', async () => {
    await page.getByLabel('Choose the column').click();
    await page.getByLabel('Tag', { exact: true }).selectOption('train/acc');
    await page.getByLabel('Only values, as 0.1..3').fill('0.35..');
    await expect.poll(rowNames).toEqual(['seeds/ 2 of 2 shown', 'seeds/seed-2', 'seeds/seed-10']);
  });
});

describe('colours', () => {
  const color = (name: string): Promise<string> =>
    row(name).locator('.swatch').evaluate((one) => getComputedStyle(one).backgroundColor);
  const choose = async (what: string): Promise<void> => {
    await page.getByLabel('Colours', { exact: true }).click();
    await page.getByText(what).click();
  };

  test('can be those of what an expression finds', async () => {
    await choose('By regular expression');
    const pattern = page.getByRole('textbox', { name: 'Colour by groups of' });
    await pattern.fill('(seed|base)');
    await expect.poll(async () => (await color('seeds/seed-2')) === (await color('seeds/seed-10'))).toBe(true);
    expect(await color('baseline')).toBe(await color('baseline-v0'));
    expect(await color('baseline')).not.toBe(await color('seeds/seed-2'));
    // Those of no group are grey, whatever their directory.
    expect(await color('ablation/swiglu')).toBe(await color('ablation/rope-off'));
    await pattern.fill('(swiglu)');
    await expect.poll(async () => (await color('baseline')) === (await color('ablation/rope-off'))).toBe(true);
    expect(await color('ablation/swiglu')).not.toBe(await color('baseline'));
  });

  test('can be spread over those shown, and be as they were', async () => {
    const before = await Promise.all(kNames.map(color));
    await page.getByRole('treeitem', { name: /^ablation\/ / }).locator('.box').click();
    await says(count(), '4 of 6 shown');
    await choose('Spread colours over the shown');
    await expect.poll(address).toContain('colour=1:');
    expect((await address()).match(/colour=\d+/g)).toEqual(['colour=1', 'colour=2', 'colour=3', 'colour=4']);
    await page.reload();
    await row('baseline').waitFor();
    const first = (await address()).match(/colour=1:([^&]+)/)?.[1] ?? '';
    await expect.poll(() => color(first)).toBe('rgb(68, 102, 210)');
    await choose('Colours as at first');
    await page.getByRole('treeitem', { name: /^ablation\/ / }).locator('.box').click();
    await expect.poll(() => Promise.all(kNames.map(color))).toEqual(before);
    expect(await address()).not.toContain('colour=');
  });

  test('can be those of directories', async () => {
    await choose('By directory');
    await expect.poll(async () => (await color('ablation/swiglu')) === (await color('ablation/rope-off'))).toBe(true);
    expect(await color('ablation/swiglu')).not.toBe(await color('baseline'));
  });
});

describe('a run', () => {
  test('has details, hyperparameters and a note that stays', async () => {
    await row('baseline').click();
    await expect.poll(address).toContain('run=baseline');
    const details = page.getByRole('region', { name: 'Details of baseline' });
    await says(details, /Last step\s+49/);
    await says(details, /lr\s+0\.003/);
    await details.getByText('Add a note').click();
    await page.keyboard.type('the one to beat');
    await page.keyboard.press('Control+Enter');
    await page.reload();
    await says(page.getByRole('region', { name: 'Details of baseline' }), 'the one to beat');
  });

  test('can be hidden for good, and brought back', async () => {
    await row('baseline-v0').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Hide for good' }).click();
    await says(count(), 'all 5 shown');
    expect(await page.getByRole('region', { name: 'Details of baseline-v0' }).count()).toBe(0);
    await page.reload();
    await says(count(), 'all 5 shown');
    await page.keyboard.press(',');
    await page.getByRole('button', { name: 'Show again' }).click();
    await says(count(), 'all 6 shown');
  });
});

describe('the panel', () => {
  test('folds to a rail, which lists what is shown', async () => {
    await page.keyboard.press('[');
    const rail = page.getByLabel('Runs, folded');
    await says(rail, '6/6');
    await rail.getByRole('checkbox', { name: 'baseline', exact: true }).click();
    await says(rail, '5/6');
    await page.keyboard.press('[');
    await says(count(), '5 of 6 shown');
  });

  test('can be made wider, and shows hyperparameters then', async () => {
    await page.getByRole('separator', { name: 'Width of the runs' }).focus();
    for (let i = 0; i < 8; ++i) await page.keyboard.press('ArrowRight');
    await says(page.locator('aside .columns'), 'lr');
    await says(row('baseline'), '0.003');
  });
});
