/** Fingers: two zoom, one moves what is zoomed, and the page still scrolls. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { launch } from './support/browser';
import { Fingers, spotsOf } from './support/fingers';
import { becomes, card, Shown } from './support/media';
import { chartOf, domain, drawn } from './support/scalars';

let browser: Browser;
let shown: Shown;
const kTablet = { viewport: { width: 820, height: 700 }, hasTouch: true };

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    log.run('one');
    for (let tag = 0; tag < 12; tag++) log.say('curve', `train/loss${tag}`, 0, 1000, 3, 0.1);
    for (let tag = 0; tag < 6; tag++) log.say('image', `samples/flat${tag}`, 1, 80, 60, 200, 60, 0);
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

const scrolled = (page: Page) => page.locator('main [data-scrolls]').evaluate((node) => node.scrollTop);

describe('fingers on a chart', () => {
  const kTag = 'train/loss0';

  async function open() {
    const { page, faults, close } = await shown.open('#scalars', kTablet);
    await drawn(page, kTag, 'drawn-lines', '1');
    return { page, faults, close, fingers: await Fingers.of(page), at: await spotsOf(chartOf(page, kTag)) };
  }

  test('zoom x by two, and move by one', async () => {
    const { page, faults, close, fingers, at } = await open();
    await fingers.move([[at(0.45, 0.5), at(0.25, 0.5)], [at(0.65, 0.5), at(0.85, 0.5)]]);
    await expect.poll(async () => (await domain(page, kTag, 'x'))[0]).toBeGreaterThan(200);
    const [low, high] = await domain(page, kTag, 'x');
    expect(high - low).toBeLessThan(450);
    await fingers.move([[at(0.4, 0.5), at(0.6, 0.5)]]);
    await expect.poll(async () => (await domain(page, kTag, 'x'))[0]).toBeLessThan(low - 40);
    const [movedLow, movedHigh] = await domain(page, kTag, 'x');
    expect(movedHigh - movedLow).toBeCloseTo(high - low, 0);
    await expect.poll(() => page.url()).toContain('zoom');
    expect(await scrolled(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('scroll the page where nothing is zoomed', async () => {
    const { page, close, fingers, at } = await open();
    const [x, y] = at(0.5, 0.8);
    await fingers.move([[[x, y], [x, y - 160]]]);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(60);
    expect(page.url()).not.toContain('zoom');
    await close();
  });

  test('show what is where they tap, until they tap elsewhere', async () => {
    const { page, close, fingers, at } = await open();
    await fingers.tap(at(0.5, 0.5));
    await expect.poll(() => page.getByTestId('chart-tooltip').count()).toBe(1);
    await fingers.tap([at(0, 0)[0], at(0, 0)[1] - 24]);
    await expect.poll(() => page.getByTestId('chart-tooltip').count()).toBe(0);
    await close();
  });
});

describe('fingers on an image', () => {
  test('zoom by two, move by one, and scroll where nothing is zoomed', async () => {
    const { page, faults, close } = await shown.open('#images', kTablet);
    const frame = card(page, 'samples/flat0').locator('.frame');
    await becomes(frame, 'data-scale', /^[1-9]/);
    const fitted = Number(await frame.getAttribute('data-scale'));
    const transform = () => frame.locator('img').evaluate((image) => image.style.transform);
    const fingers = await Fingers.of(page);
    const at = await spotsOf(frame);

    await fingers.move([[at(0.45, 0.5), at(0.3, 0.5)], [at(0.55, 0.5), at(0.7, 0.5)]]);
    await expect.poll(async () => Number(await frame.getAttribute('data-scale'))).toBeGreaterThan(fitted * 3);
    const before = await transform();
    await fingers.move([[at(0.5, 0.5), at(0.4, 0.3)]]);
    await expect.poll(transform).not.toBe(before);
    expect(await scrolled(page)).toBe(0);
    await fingers.move([[at(0.1, 0.5), at(0.45, 0.5)], [at(0.9, 0.5), at(0.55, 0.5)]]);
    await becomes(frame, 'data-scale', fitted.toFixed(3));

    const [x, y] = at(0.5, 0.9);
    await fingers.move([[[x, y], [x, y - 120]]]);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(40);
    await becomes(frame, 'data-scale', fitted.toFixed(3));
    expect(faults).toEqual([]);
    await close();
  });
});
