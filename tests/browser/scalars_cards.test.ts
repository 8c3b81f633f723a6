/** Scalar cards: what is on them, and what can be done with them. */

import { readFileSync } from 'node:fs';

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { launch, type Visit } from './support/browser';
import { cardOf, chartOf, chipsOf, domain, dragOver, drawn, kPoints, openPanel, ScalarsLog } from './support/scalars';

const kLoss = 'train/loss';
const kInSight = 'odd/resumed'; // The first of all cards.
let browser: Browser;
let scalars: ScalarsLog;
let seen: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launch();
  scalars = await ScalarsLog.start(browser);
});
afterAll(async () => {
  await scalars.end();
  await browser.close();
});
beforeEach(async () => {
  seen = await scalars.open();
  page = seen.page;
  await drawn(page, kLoss, 'drawn-lines', '3');
});
afterEach(async () => {
  expect(seen.faults).toEqual([]);
  await seen.close();
});

test('cards stand in groups that fold, and stay folded', async () => {
  const train = page.locator('[data-group="/train"]');
  await train.getByRole('button', { name: /^train/ }).click();
  await expect.poll(() => train.getByTestId('scalar-card').count()).toBe(0);
  await page.reload();
  await drawn(page, 'val/loss', 'drawn-lines', '3');
  expect(await train.getByTestId('scalar-card').count()).toBe(0);
});

test('cards of a group that does not fill its row are wider, the same in all such groups', async () => {
  const widthOf = async (tag: string) => (await cardOf(page, tag).boundingBox())?.width ?? 0;
  const narrow = await widthOf(kLoss);
  await page.setViewportSize({ width: 2560, height: 1300 });
  await expect.poll(() => widthOf(kLoss)).toBeGreaterThan(600);
  expect(await widthOf(kLoss)).toBeLessThan(760);
  expect(await widthOf('val/best')).toBeCloseTo(await widthOf(kLoss), 0);
  await page.setViewportSize({ width: 800, height: 900 });
  await expect.poll(() => widthOf(kLoss)).toBeLessThan(narrow);
  const right = await cardOf(page, kLoss).evaluate((node) => node.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(800);
});

test('a filter leaves cards that match, and says when none does', async () => {
  await page.getByRole('textbox', { name: 'Filter tags' }).fill('^val/l');
  await expect.poll(() => page.getByTestId('scalar-card').count()).toBe(1);
  await page.getByRole('textbox', { name: 'Filter tags' }).fill('nothing');
  await page.getByText('No tag matches').waitFor();
  await page.getByRole('textbox', { name: 'Filter tags' }).fill('(');
  expect(await page.getByRole('textbox', { name: 'Filter tags' }).getAttribute('aria-invalid')).toBe('true');
});

test('only cards in sight ask for data', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await page.setViewportSize({ width: 1400, height: 300 });
  await page.reload();
  const tagsAsked = (): string[] => [
    ...new Set(asked.flatMap((url) => (url.includes('/api/scalars') ? new URL(url).searchParams.getAll('tag') : []))),
  ];
  await expect.poll(() => chartOf(page, kInSight).getAttribute('data-drawn-lines')).toMatch(/\d/);
  expect(tagsAsked()).toContain(kInSight);
  expect(tagsAsked()).not.toContain('val/loss');
  await page.getByTestId('cards').evaluate((node) => node.scrollTo(0, node.scrollHeight));
  await expect.poll(tagsAsked).toContain('val/loss');
  await drawn(page, 'val/loss', 'drawn-lines', '3');
});

test('smoothing changes the line and is in the address', async () => {
  await chartOf(page, kLoss).hover({ position: { x: 150, y: 60 } });
  const field = page.getByRole('spinbutton', { name: 'Smoothing' });
  await field.fill('0');
  await field.press('Enter');
  await chartOf(page, kLoss).hover({ position: { x: 152, y: 60 } });
  await expect.poll(() => page.getByTestId('chart-tooltip').locator('.head').innerText()).not.toContain('smoothed');
  await expect.poll(() => page.url()).toContain('smooth=0');
});

test('T opens the table: values at the cursor and over the window, sorted as one likes', async () => {
  await cardOf(page, kLoss).locator('article').focus();
  await page.keyboard.press('t');
  const table = cardOf(page, kLoss).getByRole('table');
  await expect.poll(() => table.locator('tbody tr').count()).toBe(3);
  const wide = await openPanel(page, kLoss);
  await wide.getByRole('switch', { name: 'Wide card' }).click();
  await page.keyboard.press('Escape');
  const heads = await table.locator('th').allInnerTexts();
  expect(heads.map((head) => head.replace(/ [↑↓]$/, ''))).toEqual(
    ['Run', 'Smoothed', 'Value', 'Step', 'Min', 'Mean', 'Max', 'Change', 'Relative'],
  );
  const column = async (name: string) => {
    const names = (await table.locator('th').allInnerTexts()).map((head) => head.replace(/ [↑↓]$/, ''));
    const cells = await table.locator(`tbody tr td:nth-child(${names.indexOf(name) + 1})`).allInnerTexts();
    return cells.map((cell) => Number(cell.replace('−', '-').replace(/,/g, '')));
  };
  await table.getByRole('button', { name: 'Min' }).click();
  const ascending = await column('Min');
  expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
  await table.getByRole('button', { name: /^Min/ }).click();
  expect(await column('Min')).toEqual([...ascending].reverse());
  expect(await column('Step')).toEqual([kPoints - 1, kPoints - 1, kPoints - 1]);
  await chartOf(page, kLoss).hover({ position: { x: 200, y: 60 } });
  await expect.poll(async () => Math.max(...(await column('Step')))).toBeLessThan(kPoints - 1);
  // More points than pixels: those at the cursor's very step are asked for when it rests.
  await expect.poll(async () => new Set(await column('Step')).size).toBe(1);
});

test('P pins a card in front, Enter makes it fill the window', async () => {
  await cardOf(page, 'val/loss').locator('article').focus();
  await page.keyboard.press('p');
  const pinned = page.locator('[data-group="pinned"]');
  await expect.poll(() => pinned.getByTestId('scalar-card').count()).toBe(1);
  expect(await page.locator('[data-group]').first().getAttribute('data-group')).toBe('pinned');
  await cardOf(page, kLoss).locator('article').focus();
  await page.keyboard.press('Enter');
  const full = page.getByTestId('full-screen');
  await expect.poll(() => full.getByTestId('line-chart').getAttribute('data-drawn-lines')).toBe('3');
  await expect.poll(() => page.url()).toContain('full=');
  await page.keyboard.press('Escape');
  await expect.poll(() => full.count()).toBe(0);
});

test('several tags on one card, by search and by dragging a title', async () => {
  const panel = await openPanel(page, kLoss);
  await panel.getByRole('textbox', { name: 'Add another tag to this card' }).fill('val/loss');
  await page.keyboard.press('Enter');
  await drawn(page, kLoss, 'drawn-lines', '6');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove val/loss' }).click();
  await drawn(page, kLoss, 'drawn-lines', '3');
  await page.setViewportSize({ width: 1400, height: 1300 }); // Both in sight: nothing scrolls while one drags.
  await cardOf(page, 'val/best').locator('h3').dragTo(cardOf(page, 'val/loss').locator('article'));
  await drawn(page, 'val/loss', 'drawn-lines', '6');
});

test('difference and ratio to a baseline run', async () => {
  const panel = await openPanel(page, kLoss);
  await panel.getByRole('radio', { name: 'Difference' }).click();
  await expect.poll(() => chipsOf(page, kLoss)).toEqual(['− base']);
  await expect.poll(async () => (await domain(page, kLoss, 'y'))[0]).toBeLessThan(0.1);
  await panel.getByRole('radio', { name: 'Ratio' }).click();
  await expect.poll(() => chipsOf(page, kLoss)).toEqual(['÷ base']);
  await expect.poll(async () => {
    const [low, high] = await domain(page, kLoss, 'y');
    return low < 1 && high > 1;
  }).toBe(true);
  const search = panel.getByRole('textbox', { name: 'Search a baseline run' });
  await search.fill('seeds/');
  await panel.getByRole('button', { name: 'seeds/two' }).click();
  await expect.poll(() => chipsOf(page, kLoss)).toEqual(['÷ seeds/two']);
  await search.fill('nobody');
  await panel.getByText('No other run matches.').waitFor();
  await panel.getByRole('button', { name: 'No baseline' }).click();
  await expect.poll(() => chipsOf(page, kLoss)).toEqual([]);
});

test('mean with a band by directory, expression and hyperparameter', async () => {
  const panel = await openPanel(page, kLoss);
  const group = panel.getByRole('combobox', { name: 'Group runs' });
  await group.selectOption('directory');
  await drawn(page, kLoss, 'drawn-bands', '2');
  await group.selectOption('regex');
  await panel.getByRole('textbox', { name: /Regular expression/ }).fill('one|two');
  await page.keyboard.press('Tab');
  await drawn(page, kLoss, 'drawn-bands', '2');
  await expect.poll(() => group.locator('option').allInnerTexts()).toContain('Mean by rate');
  await group.selectOption({ label: 'Mean by rate' });
  await expect.poll(() => chipsOf(page, kLoss)).toEqual(['mean ± std by rate']);
  await drawn(page, kLoss, 'drawn-bands', '2');
});

test('a y range for the card, or for the whole group', async () => {
  const panel = await openPanel(page, 'val/loss');
  await panel.getByRole('textbox', { name: 'Upper end of y' }).fill('9');
  await page.keyboard.press('Tab');
  await panel.getByRole('textbox', { name: 'Lower end of y' }).fill('-1');
  await page.keyboard.press('Tab');
  await drawn(page, 'val/loss', 'y-domain', '-1 9');
  await panel.getByRole('button', { name: 'For all of val' }).click();
  await drawn(page, 'val/best', 'y-domain', '-1 9');
  await panel.getByRole('button', { name: 'Fit' }).click();
  await expect.poll(async () => (await domain(page, 'val/best', 'y')).join()).not.toBe('-1,9');
});

test('markers are set at steps and stay over a reload', async () => {
  const panel = await openPanel(page, kLoss);
  await panel.getByRole('textbox', { name: 'Step of a new marker' }).fill('2,000');
  await panel.getByRole('textbox', { name: 'Label of a new marker' }).fill('halfway');
  await panel.getByRole('button', { name: 'Add marker' }).click();
  await panel.getByText('step 2,000').waitFor();
  await expect.poll(() => page.url()).toContain('mark=2000:halfway');
  await page.reload();
  await drawn(page, kLoss, 'drawn-lines', '3');
  await (await openPanel(page, kLoss)).getByText('halfway').waitFor();
});

test('downloads: every point as CSV and JSON, the chart as SVG and PNG', async () => {
  const file = async (name: string): Promise<Buffer> => {
    const panel = await openPanel(page, kLoss);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name, exact: true }).click(),
    ]);
    return readFileSync(await download.path());
  };
  const lines = (await file('CSV')).toString().trim().split('\n');
  expect(lines).toHaveLength(1 + 3 * kPoints);
  expect(JSON.stringify(JSON.parse((await file('JSON')).toString()))).toContain('seeds/two');
  const svg = (await file('SVG')).toString();
  expect(svg).toMatch(/^<svg[^]*seeds\/one[^]*<\/svg>\s*$/);
  expect((await file('PNG')).subarray(1, 4).toString()).toBe('PNG');
});

test('a card without data for the shown runs says so, and shows those that have', async () => {
  await page.goto(`${scalars.server.url}#scalars?hide=base`);
  await cardOf(page, 'only/base').getByText('None of the 2 shown runs has this tag.').waitFor();
  await cardOf(page, 'only/base').getByRole('button', { name: 'Show the one that has it' }).click();
  await drawn(page, 'only/base', 'drawn-lines', '1');
});

test('a link reproduces zoom, scale, table and tags', async () => {
  await dragOver(page, kLoss, [0.3, 0.5], [0.6, 0.51]);
  await expect.poll(async () => (await domain(page, kLoss, 'x'))[0]).toBeGreaterThan(0);
  await cardOf(page, kLoss).locator('article').focus();
  await page.keyboard.press('y');
  await page.keyboard.press('t');
  const at = await domain(page, kLoss, 'x');
  await expect.poll(() => decodeURIComponent(decodeURIComponent(page.url()))).toMatch(/zoom=[^]*y=log[^]*table=1/);
  const again = await scalars.open(new URL(page.url()).hash);
  await drawn(again.page, kLoss, 'x-domain', at.join(' '));
  expect(await again.page.getByTestId('value-table').count()).toBe(1);
  expect(again.faults).toEqual([]);
  await again.close();
});
