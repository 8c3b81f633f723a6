/** The slider of a page: over the steps that its cards show, and no others. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch } from './support/browser';
import { becomes, Shown } from './support/media';

let browser: Browser;
let shown: Shown;

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    log.run('one');
    for (let i = 0; i < 30; i++) log.say('audio', 'voice/a', i * 1000, 440, 0.05);
    for (const step of [500, 2500]) log.say('audio', 'voice/b', step, 440, 0.05);
    for (let i = 0; i < 3; i++) log.say('histogram', 'weights', i * 10, 0, 1);
    log.say('scalar', 'loss', -100, 1).say('scalar', 'loss', 1_000_000_000_099, 1);
    log.run('two');
    for (const step of [7, 29_000]) log.say('audio', 'voice/a', step, 440, 0.05);
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

const control = (page: Page) => page.locator('[role=toolbar] [data-linked-step]');
const slider = (page: Page) => control(page).getByRole('slider');
const field = (page: Page) => control(page).getByRole('spinbutton');

test('an arrow key goes to the next step that some card has', async () => {
  const { page, faults, close } = await shown.open('#audio');
  await becomes(control(page), 'data-steps', '33');
  expect(await field(page).inputValue()).toBe('29,000');
  await slider(page).focus();
  await page.keyboard.press('ArrowLeft');
  await becomes(control(page), 'data-linked-step', '28000');
  expect(await field(page).inputValue()).toBe('28,000');
  await becomes(page.locator('main [data-step]'), 'data-step', '28000');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await becomes(control(page), 'data-linked-step', '7');
  expect(await slider(page).getAttribute('aria-valuetext')).toBe('Step 7, 2 of 33');
  await field(page).focus();
  await page.keyboard.press('ArrowUp');
  await becomes(control(page), 'data-linked-step', '500');
  await field(page).fill('2,600');
  await page.keyboard.press('Enter');
  await becomes(control(page), 'data-linked-step', '2500');
  await slider(page).focus();
  await page.keyboard.press('End');
  await becomes(control(page), 'data-linked-step', 'last');
  expect(faults).toEqual([]);
  await close();
});

test('the filter and the shown runs decide which steps there are, and what is written adds to them', async () => {
  const { page, faults, close } = await shown.open('#audio?filter=voice/b');
  await becomes(control(page), 'data-steps', '2');
  await shown.log.run('one').say('audio', 'voice/b', 3000, 440, 0.05).flush();
  await becomes(control(page), 'data-steps', '3');
  await page.getByRole('textbox', { name: 'Filter tags' }).fill('');
  await becomes(control(page), 'data-steps', '33');
  expect(faults).toEqual([]);
  await close();
});

test('a page has the steps of its own kind, and the overview those of all that have one', async () => {
  const { page, faults, close } = await shown.open('#histograms');
  await becomes(control(page), 'data-steps', '3');
  expect(await field(page).inputValue()).toBe('20');
  await page.goto(`${shown.server.url}#overview`);
  await becomes(control(page), 'data-steps', '35');
  await page.getByRole('radio', { name: 'Scalars' }).click();
  await expect.poll(() => control(page).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test('large steps leave the filter its width', async () => {
  const large = await Shown.of(browser, (log) => {
    log.run('one');
    for (let i = 0; i < 3; i++) log.say('histogram', 'weights', 1_000_000_000_000 + i, 0, 1);
  });
  const { page, close } = await large.open('#histograms', { viewport: { width: 1400, height: 800 } });
  await becomes(control(page), 'data-steps', '3');
  expect(await field(page).inputValue()).toBe('1,000,000,000,002');
  const filter = await page.getByRole('textbox', { name: 'Filter tags' }).evaluate((node) => node.getBoundingClientRect().width);
  expect(filter).toBeGreaterThan(100);
  const bar = page.getByRole('toolbar', { name: 'How the cards are shown' });
  expect(await bar.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
  await close();
  await large.end();
});
