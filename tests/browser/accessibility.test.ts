/** For those who hear the page, or go through it by keys. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch } from './support/browser';
import { Shown } from './support/media';

const kPages = ['overview', 'scalars', 'images', 'histograms', 'text', 'audio'];
let browser: Browser;
let shown: Shown;

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    for (const run of ['one', 'dir/two']) {
      log.run(run).say('hparam', 'lr', 0.1).say('curve', 'loss', 0, 50, 2, 1).say('image', 'picture', 1, 8, 8, 9, 9, 9);
      log.say('histogram', 'weights', 1, 0, 1).say('text', 'words', 1, 'hello').say('audio', 'tone', 1, 440, 0.1);
    }
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

const kControls =
  'button, input, select, textarea, a[href], [role=button], [role=switch], [role=slider], [role=radio], [role=checkbox], ' +
  '[role=treeitem], [role=option], [role=menuitem], [role=dialog], [role=img], [tabindex="0"]';

/** Controls in sight that have no name; each as its markup begins. */
const nameless = (page: Page): Promise<string[]> =>
  page.locator(`:is(${kControls}):visible`).evaluateAll((controls) => {
    const textOf = (ids: string | null): string =>
      (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join('');
    const hasName = (control: Element): boolean => {
      const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(control.tagName);
      const labels = isField ? [...((control as HTMLInputElement).labels ?? [])].map((label) => label.textContent) : [];
      const texts = [
        control.getAttribute('aria-label'), textOf(control.getAttribute('aria-labelledby')), ...labels,
        isField ? '' : control.textContent,
      ];
      return texts.some((text) => /[\p{L}\p{N}]/u.test(text ?? ''));
    };
    const heard = controls.filter((control) => control.closest('[aria-hidden=true]') === null);
    return heard.filter((control) => !hasName(control)).map((control) => control.outerHTML.slice(0, 120));
  });

/** What has the focus, and whether one can see that it has. */
const focus = (page: Page): Promise<{ readonly what: string; readonly seen: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const ringed = (one: Element | null): boolean => {
      if (one === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    // Fields and boxes may leave the ring to the frame around them; a tree, to its row.
    const row = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    const near = [element, row, element.parentElement, element.parentElement?.parentElement ?? null, element.nextElementSibling];
    const { width, height } = element.getBoundingClientRect();
    return { what: element.outerHTML.slice(0, 140), seen: near.some(ringed) && width > 0 && height > 0 };
  });

test.each(kPages)('on %s all controls have a name, and whatever has the focus shows it', async (name) => {
  const { page, faults, close } = await shown.open(`#${name}`);
  await page.locator('main [data-card]').first().hover(); // Its actions appear.
  expect(await nameless(page)).toEqual([]);
  const visited = new Set<string>();
  const hidden: string[] = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const { what, seen } = await focus(page);
    if (what.startsWith('<body')) break; // Once round.
    visited.add(what);
    if (!seen) hidden.push(what);
  }
  expect(hidden).toEqual([]);
  expect(visited.size).toBeGreaterThan(12);
  expect(faults).toEqual([]);
  await close();
});

test('in panels, menus and dialogs all controls have a name', async () => {
  const { page, faults, close } = await shown.open('#scalars');
  const opened: readonly (readonly [string, () => Promise<void>])[] = [
    ['settings', () => page.keyboard.press(',')],
    ['help', () => page.keyboard.press('?')],
    ['palette', () => page.keyboard.press('Control+k')],
    ['axes', () => page.getByRole('button', { name: 'Axes, smoothing and cursor' }).click()],
    ['colours', () => page.getByRole('button', { name: 'Colours' }).click()],
    ['column', () => page.getByRole('button', { name: 'Choose the column' }).click()],
  ];
  await page.getByTestId('line-chart').first().waitFor();
  for (const [what, open] of opened) {
    await open();
    await page.locator('[role=dialog]:visible, [role=menu]:visible, dialog[open]').first().waitFor();
    expect(await nameless(page), what).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog]:visible, [role=menu]:visible, dialog[open]').first().waitFor({ state: 'detached' });
  }
  await page.getByTestId('scalar-card').first().hover();
  await page.getByRole('button', { name: 'More of loss' }).click();
  await page.getByRole('dialog', { name: 'More of loss' }).waitFor();
  expect(await nameless(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});
