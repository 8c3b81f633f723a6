/** Audio: to hear and to see. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { launch } from './support/browser';
import { becomes, Shown } from './support/media';

let browser: Browser;
let shown: Shown;
const sound = (page: Page) => page.locator('main [role=slider][data-duration]');

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    log.run('one').say('audio', 'tone', 0, 440, 2).say('audio', 'tone', 10, 2000, 3);
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

/** The row of the spectrogram that is darkest, as a part of its height from below. */
const pitch = (page: Page) =>
  sound(page).locator('canvas').nth(1).evaluate((node) => {
    const canvas = node as HTMLCanvasElement;
    const height = Math.round((canvas.height * 108) / 126);
    const data = canvas.getContext('2d')!.getImageData(Math.round(canvas.width / 2), 0, 1, height).data;
    const sums = Array.from({ length: height }, (_, y) => data[y * 4]! + data[y * 4 + 1]! + data[y * 4 + 2]!);
    return 1 - sums.indexOf(Math.min(...sums)) / height;
  });

describe('audio', () => {
  test('plays, and its playhead moves', async () => {
    const { page, faults, close } = await shown.open('#audio');
    await becomes(sound(page), 'data-duration', '3.000');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(async () => Number(await sound(page).getAttribute('data-at')), { timeout: 15_000 }).toBeGreaterThan(0.2);
    await page.getByRole('button', { name: 'Pause' }).click();
    await becomes(page.locator('[data-playing]'), 'data-playing', 'false');
    expect(faults).toEqual([]);
    await close();
  });

  test('is moved in by a click and by keys', async () => {
    const { page, close } = await shown.open('#audio');
    await becomes(sound(page), 'data-duration', '3.000');
    const box = (await sound(page).boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + 20);
    await becomes(sound(page), 'data-at', /^1\.[45]/);
    await sound(page).focus();
    await page.keyboard.press('Home');
    await becomes(sound(page), 'data-at', '0.00');
    await page.keyboard.press('ArrowRight');
    await becomes(sound(page), 'data-at', '0.10');
    await close();
  });

  test('has every step, and a spectrogram that tells them apart', async () => {
    const { page, close } = await shown.open('#audio');
    await becomes(sound(page), 'data-duration', '3.000');
    await expect.poll(() => pitch(page)).toBeGreaterThan(0.45);
    await page.locator('main .steps').getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    await becomes(sound(page), 'data-duration', '2.000');
    await expect.poll(() => pitch(page)).toBeLessThan(0.3);
    await close();
  });
});
