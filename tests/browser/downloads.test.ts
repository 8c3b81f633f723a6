/** Downloads: what a page shows, as files that really come. */

import { readFileSync } from 'node:fs';

import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch } from './support/browser';
import { card, Shown } from './support/media';
import { cardOf, drawn, openPanel } from './support/scalars';
import { unzip } from './support/zip';

const kTags = 1000;
const kLoss = 'train/loss';
let browser: Browser;
let shown: Shown;

beforeAll(async () => {
  browser = await launch();
  shown = await Shown.of(browser, (log) => {
    for (const [i, run] of ['base', 'seeds/one', 'seeds/two'].entries()) {
      log.run(run).say('curve', kLoss, 100 * i, 400, 3, 0.1 * (i + 1));
      log.say('histogram', 'weights', 1, 0, 1).say('histogram', 'weights', 2, 1, 1);
    }
    log.run('base').say('image', 'picture', 5, 8, 8, 200, 20, 20).say('audio', 'tone', 6, 440, 0.5);
    log.say('text', 'note', 7, '# A title');
    for (let i = 0; i < kTags; i++) log.say('scalar', `many/with/a/rather/long/name/${i}`, 1, i);
  });
});
afterAll(async () => {
  await shown.end();
  await browser.close();
});

interface Saved {
  readonly name: string;
  readonly content: Buffer;
}

async function saved(page: Page, act: () => Promise<unknown>): Promise<Saved> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]) as [Download, unknown];
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** By the panel of the page's toolbar. */
async function fromToolbar(page: Page, button: string): Promise<Saved> {
  await page.getByRole('toolbar').getByRole('button', { name: 'Download', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Download' });
  const file = await saved(page, () => panel.getByRole('button', { name: button, exact: true }).click());
  await page.keyboard.press('Escape');
  return file;
}

/** By the panel of a card. */
async function fromCard(page: Page, tag: string, button: string): Promise<Saved> {
  const panel = await openPanel(page, tag);
  return saved(page, () => panel.getByRole('button', { name: button, exact: true }).click());
}

const linesOf = ({ content }: Saved): string[] => content.toString().trimEnd().split('\r\n');

test('every point of a filtered page comes as CSV, JSON and one archive', async () => {
  const { page, faults, close } = await shown.open('#scalars?filter=train');
  await drawn(page, kLoss, 'drawn-lines', '3');
  const csv = await fromToolbar(page, 'CSV');
  expect(csv.name).toBe('scalars.csv');
  expect(linesOf(csv)).toHaveLength(1 + 3 * 400);
  expect(linesOf(csv)[1]).toMatch(/^base,train\/loss,0,[\d.]+,[\d.]+$/);
  const json = JSON.parse((await fromToolbar(page, 'JSON')).content.toString()) as { run: string; points: unknown[] }[];
  expect(json.map(({ run, points }) => [run, points.length])).toEqual([['base', 400], ['seeds/one', 400], ['seeds/two', 400]]);
  const archive = await fromToolbar(page, 'One archive');
  expect(archive.name).toBe('scalars.zip');
  const files = unzip(archive.content);
  expect([...files.keys()].sort()).toEqual(['base/train/loss.csv', 'seeds/one/train/loss.csv', 'seeds/two/train/loss.csv']);
  expect(files.get('seeds/two/train/loss.csv')?.toString().split('\r\n')[1]).toMatch(/^200,/);
  expect(faults).toEqual([]);
  await close();
});

test('a thousand tags are no address too long', async () => {
  const { page, faults, close } = await shown.open('#scalars?filter=many');
  await cardOf(page, 'many/with/a/rather/long/name/0').waitFor();
  expect(unzip((await fromToolbar(page, 'One archive')).content).size).toBe(kTags);
  expect(faults).toEqual([]);
  await close();
});

test('the whole selection comes as one archive, from any page and from the palette', async () => {
  const { page, faults, close } = await shown.open('#overview?filter=train|weights|picture|tone|note&hide=seeds/two');
  const expected = [
    'base/note/text_summary/7.md', 'base/picture/5.png', 'base/tone/6.wav', 'base/train/loss.csv', 'base/weights.csv',
    'seeds/one/train/loss.csv', 'seeds/one/weights.csv',
  ];
  const archive = await fromToolbar(page, 'The whole selection');
  expect(archive.name).toBe('selection.zip');
  const files = unzip(archive.content);
  expect([...files.keys()].sort()).toEqual(expected);
  expect(files.get('base/note/text_summary/7.md')?.toString()).toBe('# A title');
  expect(files.get('base/weights.csv')?.toString()).toMatch(/^step,wall_time,left,right,count\r\n1,/);
  expect(files.get('base/picture/5.png')?.subarray(1, 4).toString()).toBe('PNG');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('download all');
  await page.getByRole('option', { name: /as one archive/ }).waitFor();
  const again = await saved(page, () => page.keyboard.press('Enter'));
  expect([...unzip(again.content).keys()].sort()).toEqual(expected);
  expect(faults).toEqual([]);
  await close();
});

test('a card comes as it is drawn: SVG and PNG', async () => {
  const { page, close } = await shown.open('#scalars?filter=train');
  await drawn(page, kLoss, 'drawn-lines', '3');
  const svg = await fromCard(page, kLoss, 'SVG');
  expect(svg.name).toBe('train-loss.svg');
  expect(svg.content.toString()).toMatch(/^<svg[^]*seeds\/one[^]*<\/svg>\s*$/);
  expect((await fromCard(page, kLoss, 'PNG')).content.subarray(1, 4).toString()).toBe('PNG');
  await close();
});

const cardView = (what: string): string => encodeURIComponent(`${encodeURIComponent(`scalar::${kLoss}`)}:${what}`);

test('a band comes as the columns of the band', async () => {
  const { page, close } = await shown.open(`#scalars?filter=train&card=${cardView('group=directory')}`);
  await drawn(page, kLoss, 'drawn-bands', '2');
  const csv = await fromCard(page, kLoss, 'CSV');
  expect(csv.name).toBe('train-loss.csv');
  const [head, ...rows] = linesOf(csv);
  expect(head).toBe('group,tag,step,runs,mean,deviation,min,max,quantile_10,median,quantile_90');
  const both = rows.map((row) => row.split(',')).filter(([group, , step]) => group === 'seeds/' && Number(step) > 250 && Number(step) < 450);
  expect(both.length).toBeGreaterThan(10);
  for (const [runs, mean, , min, max] of both.map((row) => row.slice(3).map(Number))) {
    expect(runs).toBe(2);
    expect(mean).toBeGreaterThan(min ?? NaN);
    expect(mean).toBeLessThan(max ?? NaN);
  }
  await close();
});

test('a difference comes as the difference', async () => {
  const { page, close } = await shown.open(`#scalars?filter=train&smoothing=0&base=base&card=${cardView('compare=difference')}`);
  await drawn(page, kLoss, 'drawn-lines', '3');
  const [head, first] = linesOf(await fromCard(page, kLoss, 'CSV'));
  expect(head).toMatch(/^run,tag,step,wall_time,difference/);
  expect(first).toMatch(/^base,train\/loss,0,[\d.]+,0(,|$)/);
  await close();
});

test('the window counts on relative steps, too', async () => {
  const { page, close } = await shown.open(`#scalars?filter=train&axis=relative_step&card=${cardView('zoom=10..19')}`);
  await drawn(page, kLoss, 'drawn-lines', '3');
  const rows = linesOf(await fromCard(page, kLoss, 'CSV')).slice(1);
  expect(rows).toHaveLength(30);
  expect(rows.filter((row) => row.startsWith('seeds/two,train/loss,21'))).toHaveLength(10);
  await close();
});

test('histograms come as buckets, a text, an image and a clip as files', async () => {
  const { page, faults, close } = await shown.open('#histograms');
  const csv = await fromToolbar(page, 'CSV');
  expect(csv.name).toBe('histograms.csv');
  expect(linesOf(csv)[0]).toBe('run,tag,step,wall_time,left,right,count');
  expect(new Set(linesOf(csv).slice(1).map((row) => row.split(',')[0]))).toEqual(new Set(['base', 'seeds/one', 'seeds/two']));
  const weights = card(page, 'weights').first();
  await weights.hover();
  await weights.getByRole('button', { name: 'Download' }).click();
  const json = await saved(page, () => page.getByRole('menuitem', { name: 'Every bucket as JSON' }).click());
  expect(json.name).toBe('weights.json');
  expect(JSON.parse(json.content.toString())).toHaveLength(1);

  const ofCard = async (hash: string, tag: string, button: string): Promise<Saved> => {
    await page.goto(`${shown.server.url}${hash}`);
    await card(page, tag).first().hover();
    return saved(page, () => card(page, tag).first().getByRole('button', { name: button }).click());
  };
  await page.goto(`${shown.server.url}#text`);
  await card(page, 'note/text_summary').getByText('A title').waitFor();
  const text = await ofCard('#text', 'note/text_summary', 'Download this text');
  expect([text.name, text.content.toString()]).toEqual(['base-note-text_summary-7.md', '# A title']);
  const clip = await ofCard('#audio', 'tone', 'Download this clip');
  expect([clip.name, clip.content.subarray(0, 4).toString()]).toEqual(['base-tone-6.wav', 'RIFF']);
  await page.goto(`${shown.server.url}#images`);
  await card(page, 'picture').hover();
  await card(page, 'picture').getByRole('button', { name: 'Download an image' }).click();
  const image = await saved(page, () => page.getByRole('menuitem', { name: 'base' }).click());
  expect([image.name, image.content.subarray(1, 4).toString()]).toEqual(['base-picture-5.png', 'PNG']);
  expect(faults).toEqual([]);
  await close();
});

test('a refusal has its reason', async () => {
  const { page, close } = await shown.open('#scalars?filter=train');
  await cardOf(page, kLoss).waitFor();
  await page.route('**/api/download', (route) =>
    route.fulfill({ status: 413, json: { error: 'more than 100000 files: choose fewer runs or tags' } }));
  await page.getByRole('toolbar').getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('button', { name: 'The whole selection' }).click();
  await page.getByText('more than 100000 files: choose fewer runs or tags').waitFor();
  await close();
});
