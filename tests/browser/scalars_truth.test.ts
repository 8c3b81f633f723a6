/** What a chart says at the cursor is what was written there, however many points there are. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { launch, visit, type Visit } from './support/browser';
import { Log } from './support/log';
import { cardOf, chartOf, chipsOf, drawn } from './support/scalars';
import { Server } from './support/server';

const kTag = 'loss';
const kPoints = 60_000;
const kRuns = ['first', 'second'];
let browser: Browser;
let log: Log;
let server: Server;
let seen: Visit;
let page: Page;
let written: Map<string, number[]>; // By run: the value at each step.

async function readWritten(): Promise<void> {
  const answer = await fetch(`${server.url}api/download/scalars.json?tag=${kTag}`);
  const series = (await answer.json()) as { run: string; points: [number, number, number][] }[];
  written = new Map(series.map(({ run, points }) => [run, points.map(([, , value]) => value)]));
}

beforeAll(async () => {
  browser = await launch();
  log = new Log();
  log.run('first').say('curve', kTag, 0, kPoints, 3, 0.1);
  log.run('second').say('curve', kTag, 0, kPoints, 2, 1);
  for (let step = 0; step < 4; ++step) log.say('scalar', 'odd/nan', step, 'nan').say('scalar', 'odd/signs', step, 2 - step);
  await log.flush();
  server = await Server.start(log.directory);
  await vi.waitUntil(
    async () => {
      await readWritten();
      return kRuns.every((run) => written.get(run)?.length === kPoints);
    },
    { timeout: 30_000, interval: 100 },
  );
});
afterAll(async () => {
  await server.stop();
  await log.remove();
  await browser.close();
});
beforeEach(async () => {
  seen = await visit(browser, `${server.url}#scalars?smooth=0`);
  page = seen.page;
  await drawn(page, kTag, 'drawn-lines', '2');
});
afterEach(async () => {
  expect(seen.faults).toEqual([]);
  await seen.close();
});

interface Told {
  readonly step: number;
  readonly values: Readonly<Record<string, string>>; // By run, smoothed first where they are.
}

const tooltip = () => page.getByTestId('chart-tooltip');

/** What a tooltip says, all at one time. */
const read = (): Promise<Told> =>
  tooltip().evaluate((tip) => ({
    step: Number(tip.querySelector('.head b')?.firstChild?.textContent?.replace('Step ', '').replaceAll(',', '')),
    values: Object.fromEntries(
      [...tip.querySelectorAll('.row:not(.head)')].map((row) => {
        const [, name, value] = [...row.querySelectorAll('span')].map((one) => one.textContent ?? '');
        return [name ?? '', value ?? ''];
      }),
    ),
  }));
const stepOf = async (): Promise<number> => (await read()).step;

/** Waits for what the server knows about the place. */
async function settled(): Promise<Told> {
  let last: Told = { step: NaN, values: {} };
  await expect
    .poll(async () => {
      last = await read();
      return Object.values(last.values).length === kRuns.length && !Object.values(last.values).join().includes('≈');
    })
    .toBe(true);
  return last;
}

function told(text: string): number {
  return Number(text.replace('−', '-').replaceAll(',', ''));
}

function expectTruth({ step, values }: Told): void {
  for (const run of kRuns) {
    const value = written.get(run)?.[step] ?? NaN;
    expect(Math.abs(told(values[run] ?? '') - value), `${run} at ${step}`).toBeLessThan(5.1e-4 * Math.abs(value));
  }
}

test('the tooltip tells the values of all runs at the step that it names', async () => {
  for (const x of [100, 131, 160, 203, 230]) {
    await chartOf(page, kTag).hover({ position: { x, y: 80 } });
    expectTruth(await settled());
  }
});

test('the cursor stands on the point nearest to the pointer, not on one that is extreme', async () => {
  const [low = 0, high = 0] = ((await chartOf(page, kTag).getAttribute('data-x-domain')) ?? '').split(' ').map(Number);
  const places: number[] = [];
  for (const x of [100, 101, 102]) {
    const answered = page.waitForResponse((response) => response.url().includes('from='));
    await chartOf(page, kTag).hover({ position: { x, y: 80 } });
    await answered;
    places.push((await settled()).step);
  }
  const [first = 0, second = 0, third = 0] = places;
  expect(second - first).toBeGreaterThan(1);
  expect(Math.abs(third - second - (second - first))).toBeLessThanOrEqual(1); // A pixel is a pixel.
  expect(second - first).toBeLessThan(high - low);
});

test('arrows walk from step to step', async () => {
  await chartOf(page, kTag).hover({ position: { x: 150, y: 80 } });
  const start = (await settled()).step;
  await chartOf(page, kTag).focus();
  for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowRight');
  await expect.poll(stepOf).toBe(start + 3);
  expectTruth(await settled());
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(stepOf).toBe(start - 7);
  for (let i = 0; i < 9; ++i) await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(stepOf).toBe(start + 83); // Beyond what one answer holds.
  expectTruth(await settled());
});

test('what is announced is what was written', async () => {
  await chartOf(page, kTag).hover({ position: { x: 180, y: 80 } });
  const { step } = await settled();
  const said = cardOf(page, kTag).locator('[aria-live]');
  await expect.poll(() => said.innerText()).toContain(`Step ${step.toLocaleString('en-US')}.`);
  const values = [...(await said.innerText()).matchAll(/(first|second) (\S+?)(,|$)/g)];
  expectTruth({ step, values: Object.fromEntries(values.map(([, run = '', value = '']) => [run, value])) });
});

test('a card says what its axes have no place for', async () => {
  await drawn(page, 'odd/signs', 'drawn-lines', '1');
  expect(await cardOf(page, 'odd/nan').getByTestId('nothing-shown').innerText()).toBe('All values are NaN');
  expect(await chipsOf(page, 'odd/signs')).toEqual([]);
  await cardOf(page, 'odd/signs').locator('article').focus();
  await page.keyboard.press('y');
  await expect.poll(() => chipsOf(page, 'odd/signs')).toEqual(['y log', '2 values ≤ 0 not shown']);
});
