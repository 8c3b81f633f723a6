/** Images: every step, side by side, zoom, differences, the loupe. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { launch } from './support/browser';
import { all, becomes, card, says, Shown } from './support/media';

let browser: Browser;
let shown: Shown;

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    log.run('every');
    for (let i = 0; i < 40; i++) log.say('image', 'samples/flat', i * 10, 40, 20, i * 6, 0, 0);
    log.run('second');
    for (let i = 1; i < 20; i++) log.say('image', 'samples/flat', i * 20, 40, 20, 0, 200, 0);
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

describe('steps of images', () => {
  test('are all reachable by keys, and none is sampled away', async () => {
    const { page, faults, close } = await shown.open('#images');
    const steps = card(page, 'samples/flat').locator('.steps');
    await becomes(steps, 'data-count', '40');
    await becomes(steps, 'data-step', '390');
    await steps.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    await becomes(steps, 'data-step', '380');
    await says(steps, '39 of 40');
    await page.keyboard.press('Home');
    await becomes(steps, 'data-step', '0');
    await expect.poll(() => page.url()).toContain('step=0');
    await page.reload();
    await becomes(steps, 'data-step', '0');
    expect(faults).toEqual([]);
    await close();
  });

  test('that a run lacks show the one before, and say so', async () => {
    const { page, close } = await shown.open('#images?step=70');
    const figures = card(page, 'samples/flat').locator('figure');
    await becomes(figures, 'data-step', '70');
    expect(await all(figures, 'data-step')).toEqual(['70', '60']);
    expect(await all(figures, 'data-exact')).toEqual(['true', 'false']);
    await says(figures.nth(1), 'step 60');
    await close();
  });

  test('before a run’s first image say when that is', async () => {
    const { page, close } = await shown.open('#images?step=10');
    await says(card(page, 'samples/flat').locator('figure').nth(1), /first is at step 20/);
    await close();
  });

  test('of a card can be its own', async () => {
    const { page, close } = await shown.open('#images?step=70');
    const steps = card(page, 'samples/flat').locator('.steps');
    const chain = steps.getByRole('button', { name: 'Linked with the other cards' });
    await becomes(steps, 'data-linked', 'true');
    expect(await chain.getAttribute('aria-pressed')).toBe('true');
    await chain.click();
    await becomes(steps, 'data-linked', 'false');
    expect(await chain.getAttribute('aria-pressed')).toBe('false');
    await steps.getByRole('slider').focus();
    await page.keyboard.press('End');
    await becomes(steps, 'data-step', '390');
    await expect.poll(() => page.url()).toContain('step=70');
    await close();
  });

  test('that are written meanwhile appear', async () => {
    const { page, close } = await shown.open('#images');
    const steps = card(page, 'samples/flat').locator('.steps');
    await becomes(steps, 'data-count', '40');
    await shown.log.run('every').say('image', 'samples/flat', 400, 40, 20, 1, 2, 3).flush();
    await becomes(steps, 'data-step', '400');
    await close();
  });
});

describe('looking at images', () => {
  test('zooms and pans all of them together', async () => {
    const { page, close } = await shown.open('#images?step=60');
    const frames = card(page, 'samples/flat').locator('.frame');
    await becomes(frames, 'data-scale', /^[1-9]/);
    await page.getByRole('radio', { name: '1:1' }).click();
    await becomes(frames.first(), 'data-scale', /^1\.000$/);
    await frames.first().focus();
    for (let i = 0; i < 8; i++) await page.keyboard.press('+');
    await expect.poll(async () => new Set(await all(frames, 'data-scale')).size).toBe(1);
    expect(Number((await all(frames, 'data-scale'))[1])).toBeGreaterThan(8);
    const transforms = () => frames.locator('img').evaluateAll((images) => images.map((image) => image.style.transform));
    const before = await transforms();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await transforms())[1]).not.toBe(before[1]);
    expect(await frames.locator('img').first().evaluate((image) => getComputedStyle(image).imageRendering)).toBe('pixelated');
    await page.keyboard.press('0');
    await expect.poll(() => page.url()).not.toContain('zoom');
    await close();
  });

  test('brightens by the page’s own slider', async () => {
    const { page, close } = await shown.open('#images?step=60');
    const image = card(page, 'samples/flat').locator('.frame img').first();
    await page.getByRole('slider', { name: 'Brightness' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => image.evaluate((node) => getComputedStyle(node).filter)).toContain('brightness(1.05)');
    await close();
  });

  test('tells how far two images differ', async () => {
    const { page, faults, close } = await shown.open('#images?step=60');
    await page.getByRole('radio', { name: 'Difference' }).click();
    await page.getByRole('combobox').selectOption('run:every');
    const figures = card(page, 'samples/flat').locator('figure');
    // (36, 0, 0) against (0, 200, 0): the mean square is (36² + 200²) / 3, which are 6.7 dB.
    await says(figures.nth(1), 'PSNR 6.7');
    await says(figures.nth(0), 'reference');
    expect(faults).toEqual([]);
    await close();
  });

  test('has a loupe that tells the colour of a pixel', async () => {
    const { page, close } = await shown.open('#images?step=60');
    const one = card(page, 'samples/flat');
    await one.hover();
    await one.getByRole('button', { name: 'Loupe' }).click();
    await becomes(page.locator('[data-loupe]'), 'data-loupe', '15,8,10,5');
    await says(one.locator('[data-part=loupe] figure').nth(1), 'rgb 0 200 0');
    await page.locator('.cross').first().focus();
    await page.keyboard.press('ArrowLeft');
    await becomes(page.locator('[data-loupe]'), 'data-loupe', '14,8,10,5');
    await close();
  });

  test('fills the window, and Escape goes back', async () => {
    const { page, close } = await shown.open('#images');
    await card(page, 'samples/flat').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('dialog[open] figure').count()).toBe(2);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await close();
  });
});

test('cards of three runs fill the width of a large screen', async () => {
  const wide = await Shown.of(browser, (log) => {
    for (const run of ['a', 'b', 'c']) {
      log.run(run);
      for (const tag of ['x', 'y', 'z']) log.say('image', `samples/${tag}`, 1, 40, 20, 200, 0, 0);
    }
  });
  const { page, faults, close } = await wide.open('#images', { viewport: { width: 2560, height: 1300 } });
  await card(page, 'samples/y').locator('figure').nth(2).waitFor();
  const filled = () => page.evaluate(() => {
    const grid = document.querySelector('main .grid')!.getBoundingClientRect();
    const cards = [...document.querySelectorAll('main article')].map((one) => one.getBoundingClientRect());
    const top = Math.min(...cards.map((one) => one.top));
    return cards.filter((one) => Math.abs(one.top - top) < 2).reduce((sum, one) => sum + one.width, 0) / grid.width;
  });
  await expect.poll(filled).toBeGreaterThan(0.95);
  expect(faults).toEqual([]);
  await close();
  await wide.end();
});
