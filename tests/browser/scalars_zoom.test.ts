/** Zoom, cursor and axes of scalar cards. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { launch, type Visit } from './support/browser';
import { cardOf, chartOf, chipsOf, domain, dragOver, drawn, kPoints, ScalarsLog } from './support/scalars';

const kLoss = 'train/loss';
const whole = `0 ${kPoints - 1}`;
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
  await drawn(page, kLoss, 'x-domain', whole);
});
afterEach(async () => {
  expect(seen.faults).toEqual([]);
  await seen.close();
});

test('a flat box zooms x, and detail appears', async () => {
  const before = Number(await chartOf(page, kLoss).getAttribute('data-drawn-points'));
  await dragOver(page, kLoss, [0.4, 0.5], [0.45, 0.51]);
  await expect.poll(async () => (await domain(page, kLoss, 'x'))[0]).toBeGreaterThan(100);
  const [from, to] = await domain(page, kLoss, 'x');
  // Every point of the window, and a neighbour on either side, of three runs.
  const all = 3 * (Math.floor(to) - Math.ceil(from) + 3);
  expect(before).toBeGreaterThan(all);
  await drawn(page, kLoss, 'drawn-points', new RegExp(`^${all}$`));
  expect(await chipsOf(page, kLoss)).toEqual([expect.stringMatching(/^Steps /)]);
});

test('a box zooms both axes, and a double click goes back', async () => {
  const fitted = await domain(page, kLoss, 'y');
  await dragOver(page, kLoss, [0.3, 0.2], [0.6, 0.6]);
  await expect.poll(() => chipsOf(page, kLoss)).toHaveLength(2);
  await chartOf(page, kLoss).dblclick({ position: { x: 150, y: 60 } });
  await drawn(page, kLoss, 'x-domain', whole);
  expect(await domain(page, kLoss, 'y')).toEqual(fitted);
  expect(await chipsOf(page, kLoss)).toEqual([]);
});

test('the wheel zooms with Ctrl held, and scrolls without', async () => {
  await chartOf(page, kLoss).hover({ position: { x: 150, y: 60 } });
  await page.mouse.wheel(0, -200);
  await page.waitForTimeout(200);
  expect(await domain(page, kLoss, 'x')).toEqual([0, kPoints - 1]);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await domain(page, kLoss, 'x'))[0]).toBeGreaterThan(0);
});

test('dragging with Shift held moves the window, and so does the strip', async () => {
  await dragOver(page, kLoss, [0.4, 0.5], [0.6, 0.51]);
  await expect.poll(async () => (await domain(page, kLoss, 'x'))[0]).toBeGreaterThan(100);
  const [from, to] = await domain(page, kLoss, 'x');
  await page.keyboard.down('Shift');
  await dragOver(page, kLoss, [0.6, 0.4], [0.4, 0.4]);
  await page.keyboard.up('Shift');
  await expect.poll(async () => (await domain(page, kLoss, 'x'))[0]).toBeGreaterThan(from);
  const moved = await domain(page, kLoss, 'x');
  expect(moved[1] - moved[0]).toBeCloseTo(to - from, -1);
  await cardOf(page, kLoss).getByRole('slider', { name: 'End of the window' }).press('ArrowLeft');
  await expect.poll(async () => (await domain(page, kLoss, 'x'))[1]).toBeLessThan(moved[1]);
});

test('keys move the cursor, zoom and fit', async () => {
  await chartOf(page, kLoss).focus();
  await page.keyboard.press('ArrowLeft');
  const tooltip = page.getByTestId('chart-tooltip');
  await tooltip.getByText(`Step ${(kPoints - 1).toLocaleString('en-US')}`).waitFor();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => tooltip.innerText()).not.toContain('3,999');
  await page.keyboard.press('+');
  await expect.poll(async () => (await domain(page, kLoss, 'x'))[0]).toBeGreaterThan(0);
  await page.keyboard.press('0');
  await drawn(page, kLoss, 'x-domain', whole);
});

test('the tooltip names the runs, the nearest one first, and lights it in the list', async () => {
  const width = (await chartOf(page, kLoss).boundingBox())?.width ?? 0;
  await chartOf(page, kLoss).hover({ position: { x: width * 0.3, y: 80 } });
  const rows = page.getByTestId('chart-tooltip').locator('.row');
  await expect.poll(() => rows.count()).toBe(4);
  expect(await rows.first().innerText()).toMatch(/Step [\d,]+[^]*smoothed[^]*raw/);
  expect(await rows.nth(1).getAttribute('class')).toContain('nearest');
  await page.mouse.move(5, 5);
  await expect.poll(() => page.getByTestId('chart-tooltip').count()).toBe(0);
});

test('all cards share a cursor, unless that is not wanted', async () => {
  const marked = (tag: string) =>
    chartOf(page, tag).locator('canvas').nth(1).evaluate((node) => {
      const canvas = node as HTMLCanvasElement;
      const blank = document.createElement('canvas');
      blank.width = canvas.width;
      blank.height = canvas.height;
      return canvas.toDataURL() !== blank.toDataURL();
    });
  const emptyPlace = { position: { x: 220, y: 25 } }; // No line is near, so none is lit.
  await chartOf(page, 'val/loss').hover(emptyPlace);
  await expect.poll(() => marked(kLoss)).toBe(true);
  await page.mouse.move(5, 5);
  await expect.poll(() => marked(kLoss)).toBe(false);
  await page.getByRole('button', { name: 'Same cursor on all cards' }).click();
  await chartOf(page, 'val/loss').hover(emptyPlace);
  await expect.poll(() => marked('val/loss')).toBe(true);
  expect(await marked(kLoss)).toBe(false);
});

test('x is steps, relative steps, relative or wall time', async () => {
  await drawn(page, 'val/loss', 'x-domain', '100 399');
  const panel = page.getByRole('button', { name: 'Axes, smoothing and cursor' });
  await panel.click();
  await page.getByRole('combobox', { name: 'X axis' }).selectOption('relative_step');
  await drawn(page, 'val/loss', 'x-domain', '0 299');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Wall' }).click();
  await drawn(page, 'val/loss', 'x-ticks', /\d\d:\d\d/);
  await page.getByRole('radio', { name: 'Relative', exact: true }).click();
  await expect.poll(async () => (await domain(page, 'val/loss', 'x'))[0]).toBe(0);
  await expect.poll(() => page.url()).toContain('axis=relative');
});

test('both axes can be logarithmic, on all cards or on one', async () => {
  await page.getByRole('radio', { name: 'Log' }).click();
  await expect.poll(() => chipsOf(page, 'val/loss')).toEqual(['y log']);
  await cardOf(page, kLoss).locator('article').focus();
  await page.keyboard.press('y');
  await expect.poll(() => chipsOf(page, kLoss)).toEqual(['y linear']);
  await page.keyboard.press('Shift+X');
  await expect.poll(() => chipsOf(page, kLoss)).toEqual(['x log', 'y linear']);
  await drawn(page, kLoss, 'x-ticks', /^1\|/);
  await page.keyboard.press('x');
  await expect.poll(() => page.url()).toContain('axis=relative');
  expect(await chipsOf(page, kLoss)).toEqual(['x log', 'y linear']);
});

test('zooms are undone one by one, and all at once', async () => {
  const from = async (): Promise<number> => (await domain(page, kLoss, 'x'))[0] ?? NaN;
  await dragOver(page, kLoss, [0.2, 0.5], [0.8, 0.51]);
  await expect.poll(from).toBeGreaterThan(0);
  const first = await from();
  await dragOver(page, kLoss, [0.3, 0.5], [0.7, 0.51]);
  await expect.poll(from).toBeGreaterThan(first);
  const second = await from();
  await dragOver(page, kLoss, [0.4, 0.5], [0.7, 0.51]);
  await expect.poll(from).toBeGreaterThan(second);
  await cardOf(page, kLoss).locator('article').focus();
  await page.keyboard.press('Escape');
  await expect.poll(from).toBe(second);
  await page.keyboard.press('Backspace');
  await expect.poll(from).toBe(first);
  await page.keyboard.press('Escape');
  await expect.poll(from).toBe(0);
  await dragOver(page, kLoss, [0.2, 0.5], [0.8, 0.51]);
  await dragOver(page, kLoss, [0.3, 0.5], [0.7, 0.51]);
  await page.keyboard.press('0');
  await expect.poll(from).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(from).toBe(0);
});

test('the same zoom holds for all cards by choice', async () => {
  await page.getByRole('button', { name: 'Axes, smoothing and cursor' }).click();
  await page.getByRole('switch', { name: 'Same zoom on all cards' }).click();
  await page.keyboard.press('Escape');
  await dragOver(page, kLoss, [0.2, 0.5], [0.6, 0.51]);
  await expect.poll(async () => (await domain(page, kLoss, 'x'))[0]).toBeGreaterThan(0);
  await expect.poll(async () => (await domain(page, 'val/loss', 'x')).join()).toBe((await domain(page, kLoss, 'x')).join());
});

test('NaN, infinities and restarts are on the chart', async () => {
  await drawn(page, 'odd/values', 'non-finite', '2');
  await drawn(page, 'odd/resumed', 'branches', '1');
  await expect.poll(() => chipsOf(page, 'odd/resumed')).toEqual([expect.stringMatching(/two from 120/)]);
});
