/** Images in all forms that a log has them in, and how they are looked at. */

import { readFileSync } from 'node:fs';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addressRests, launch } from './support/browser';
import { batchEvent, imageEvent } from './support/events';
import { becomes, card, says, Shown } from './support/media';

const kRedGif = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64');

let browser: Browser;
let shown: Shown;

/** As this browser encodes a plain square. */
async function square(type: 'image/jpeg' | 'image/png', color: string): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(([type, color]) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 16;
    const context = canvas.getContext('2d')!;
    context.fillStyle = color;
    context.fillRect(0, 0, 16, 16);
    return canvas.toDataURL(type, 1);
  }, [type, color] as const);
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

beforeAll(async () => {
  browser = await launch();
  const jpeg = await square('image/jpeg', 'rgb(0, 0, 255)');
  const batch = await Promise.all(['rgb(10, 0, 0)', 'rgb(0, 20, 0)', 'rgb(0, 0, 30)'].map((color) => square('image/png', color)));
  shown = await Shown.of(browser, (log) => {
    log.run('one').say('event', imageEvent('file/gif', 1, 1, 1, kRedGif)).say('event', imageEvent('file/jpeg', 1, 16, 16, jpeg));
    log.say('event', imageEvent('file/broken', 1, 16, 16, 'no image at all'));
    for (const step of [1, 2]) log.say('event', batchEvent('file/batch', step, 16, 16, batch));
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

test.each([['file/gif', 'rgb 255 0 0'], ['file/jpeg', /rgb [0-2] [0-2] 25[2-5]/]] as const)('%s is shown', async (tag, color) => {
  const { page, faults, close } = await shown.open('#images');
  const image = card(page, tag).locator('.frame img').first();
  await card(page, tag).locator('.frame').first().hover();
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await says(card(page, tag).locator('figure .note'), color);
  expect(faults).toEqual([]);
  await close();
});

test('what cannot be decoded is said not to be, and can be had as a file', async () => {
  const { page, close } = await shown.open('#images');
  const broken = card(page, 'file/broken');
  await says(broken.getByRole('alert'), 'Not an image that can be shown.');
  expect(await broken.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  const downloading = page.waitForEvent('download');
  await broken.getByRole('alert').getByRole('button', { name: 'Download it' }).click();
  expect(readFileSync(await (await downloading).path(), 'utf8')).toBe('no image at all');
  await close();
});

test('all images of a batch are reachable, and a link tells which one it is', async () => {
  const { page, faults, close } = await shown.open('#images');
  const batch = card(page, 'file/batch');
  const colour = batch.locator('figure .note');
  await becomes(batch.locator('.batch'), 'data-items', '3');
  await batch.locator('.frame').first().hover();
  await says(colour, 'rgb 10 0 0');
  await batch.getByRole('button', { name: 'The one before' }).click();
  await says(batch.locator('.batch'), '3 of 3');
  await batch.locator('.frame').first().hover();
  await says(colour, 'rgb 0 0 30');
  await batch.locator('.steps').getByRole('slider').focus();
  await page.keyboard.press('Home');
  await becomes(batch.locator('figure'), 'data-step', '1');
  await becomes(batch.locator('.batch'), 'data-item', '2');
  await page.reload();
  await becomes(batch.locator('.batch'), 'data-item', '2');
  expect(faults).toEqual([]);
  await close();
});

test('contrast is the page\'s own, up to five times, and can be taken back', async () => {
  const { page, close } = await shown.open('#images');
  const filter = (): Promise<string> =>
    card(page, 'file/jpeg').locator('.frame img').first().evaluate((image) => getComputedStyle(image).filter);
  await page.getByRole('slider', { name: 'Contrast' }).focus();
  await page.keyboard.press('End');
  await expect.poll(filter).toContain('contrast(5)');
  await page.keyboard.press('Home');
  await expect.poll(filter).toContain('contrast(0)');
  await expect.poll(() => decodeURIComponent(decodeURIComponent(page.url()))).toContain('contrast=0');
  await page.getByRole('button', { name: 'Brightness and contrast as they were' }).click();
  await expect.poll(filter).not.toContain('contrast(0)');
  await close();
});

test('where a zoomed image is looked at is in the address', async () => {
  const { page, close } = await shown.open('#images');
  const frame = (of: typeof page) => card(of, 'file/jpeg').locator('.frame').first();
  await becomes(frame(page), 'data-scale', /^[1-9]/);
  await frame(page).focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press('+');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  const transform = (of: typeof page): Promise<string> => frame(of).locator('img').first().evaluate((image) => image.style.transform);
  const rounded = async (of: typeof page): Promise<number[]> => (await transform(of)).match(/-?[\d.]+/g)?.map((part) => Math.round(Number(part))) ?? [];
  const theirs = await rounded(page);
  await expect.poll(() => [1, 2, 3].reduce((text) => decodeURIComponent(text), page.url())).toMatch(/zoom=[\d.]+,/);
  await expect.poll(() => rounded(page)).toEqual(theirs);
  await addressRests(page);
  const other = await shown.open(new URL(page.url()).hash);
  await expect.poll(() => rounded(other.page)).toEqual(theirs);
  await Promise.all([close(), other.close()]);
});
