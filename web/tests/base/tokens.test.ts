/** Holds the visual language (README.md) and tokens.css together, and counts
 * the contrasts that it claims. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { contrast, inkOf, parseColor } from '../../src/base/color';

type Tokens = ReadonlyMap<string, string>;

const web = join(import.meta.dirname, '../..');
const css = readFileSync(join(web, 'src/base/tokens.css'), 'utf8');
const readme = readFileSync(join(web, 'README.md'), 'utf8');

function block(selector: string, text = css): Tokens {
  const begin = text.indexOf(`${selector} {`);
  const body = text.slice(begin, text.indexOf('}', begin));
  return new Map([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((found) => [found[1] ?? '', (found[2] ?? '').trim()]));
}

const root = block(':root');
const light = block("[data-theme='light']");
const dark = block("[data-theme='dark']");
const rows = readme
  .split('\n')
  .filter((line) => line.startsWith('| --'))
  .map((line) => line.slice(1, -1).split('|').map((cell) => cell.trim()));

function column(cells: readonly string[][], at: number): Map<string, string> {
  return new Map(cells.map((row) => [row[0] ?? '', row[at] ?? '']));
}

test('the README has every token with its value, and no other', () => {
  const themed = rows.filter((row) => light.has(row[0] ?? ''));
  const others = rows.filter((row) => !light.has(row[0] ?? ''));
  expect(column(themed, 1)).toEqual(light);
  expect(column(themed, 2)).toEqual(dark);
  expect(column(others, 1)).toEqual(root);
});

test('both themes have the same tokens', () => expect([...dark.keys()]).toEqual([...light.keys()]));

test('the page that asks for a token has values of the tokens, and uses no others', () => {
  const text = readFileSync(join(web, 'public/token.css'), 'utf8');
  const own = block(':root', text);
  const ownDark = block(':root', text.slice(text.indexOf('prefers-color-scheme: dark')));
  const all = new Map([...root, ...light]);
  expect(own.size).toBeGreaterThan(20);
  for (const [name, value] of own) expect(value, name).toBe(all.get(name));
  for (const [name, value] of ownDark) expect(value, name).toBe(dark.get(name));
  expect([...ownDark.keys()]).toEqual([...own.keys()].filter((name) => light.has(name)));
  for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) expect([...own.keys()]).toContain(name);
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : [path];
  });
}

test('every token that is used exists', () => {
  const known = new Set([...root.keys(), ...light.keys()]);
  const local = new Set<string>();
  const used = new Map<string, string>();
  for (const path of sources(join(web, 'src'))) {
    const text = readFileSync(path, 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:style:)?(--[\w-]+)\s*[:=]/g)) local.add(name);
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) used.set(name, path);
  }
  const missing = [...used].filter(([name]) => !known.has(name) && !local.has(name));
  expect(missing).toEqual([]);
});

/** What lies over pictures must be seen on any colour: white, lined with black. */
const kOverPictures = /LoupeFrame\.svelte$/;
const hex = '#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3}(?:[0-9a-fA-F]{2})?)?\\b';

test('no style but the tokens names a colour', () => {
  const literal = new RegExp(`:[^;{}]*(?:${hex}|\\brgba?\\()[^;{}]*;`, 'g');
  const styled = (path: string): boolean => path.endsWith('.svelte') || path.endsWith('base.css');
  for (const path of sources(join(web, 'src')).filter((file) => styled(file) && !kOverPictures.test(file))) {
    const text = readFileSync(path, 'utf8');
    const style = path.endsWith('.css') ? text : text.slice(text.lastIndexOf('<style>'));
    if (!path.endsWith('.css') && !text.includes('<style>')) continue;
    expect(style.match(literal) ?? [], path).toEqual([]);
  }
});

test('no markup has a style of its own, which the policy would forbid', () => {
  for (const path of sources(join(web, 'src')).filter((file) => file.endsWith('.svelte'))) {
    expect(readFileSync(path, 'utf8').match(/\sstyle=["{]/g) ?? [], path).toEqual([]);
  }
});

describe.each([
  ['light', light, 3.1],
  ['dark', dark, 4.6],
])('contrast in the %s theme', (_, theme, seriesContrast) => {
  const color = (name: string): string => theme.get(name) ?? '';
  const of = (front: string, back: string): number => contrast(color(front), color(back));
  const backgrounds = ['canvas', 'panel', 'card', 'raised', 'inset', 'hover'].map((name) => `--bg-${name}`);
  const series = Array.from({ length: 20 }, (__, i) => `--s${i + 1}`);

  test.each([...backgrounds, '--bg-active'])('text on %s', (back) => {
    expect(of('--text-1', back)).toBeGreaterThanOrEqual(7);
    expect(of('--text-2', back)).toBeGreaterThanOrEqual(4.5);
    if (back !== '--bg-active') expect(of('--text-3', back)).toBeGreaterThanOrEqual(4.7);
  });

  test('words of a state on their own and on all other grounds', () => {
    for (const back of backgrounds) {
      for (const front of ['--ok', '--warn', '--danger', '--accent']) expect(of(front, back)).toBeGreaterThanOrEqual(4.5);
    }
    expect(of('--warn', '--warn-bg')).toBeGreaterThanOrEqual(4.5);
    expect(of('--danger', '--danger-bg')).toBeGreaterThanOrEqual(4.5);
    expect(of('--text-1', '--danger-bg')).toBeGreaterThanOrEqual(4.5);
    expect(of('--text-2', '--danger-bg')).toBeGreaterThanOrEqual(4.5);
    expect(of('--on-ink', '--ink')).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['canvas', 'panel', 'card', 'raised'])('controls and focus on --bg-%s', (back) => {
    for (const front of ['--border-control', '--ink', '--focus']) expect(of(front, `--bg-${back}`)).toBeGreaterThanOrEqual(3);
  });

  test('series and the muted one on cards, and on the sidebar', () => {
    for (const name of series) {
      expect(of(name, '--bg-card')).toBeGreaterThanOrEqual(seriesContrast);
      expect(of(name, '--bg-panel')).toBeGreaterThanOrEqual(3);
    }
    expect(of('--s-muted', '--bg-card')).toBeGreaterThanOrEqual(3);
  });

  test('text in the colour of a series', () => {
    for (const name of series) {
      expect(contrast(inkOf(color(name), color('--text-1')), color('--bg-card'))).toBeGreaterThanOrEqual(5.15);
    }
  });
});

type Triple = readonly [number, number, number];

function linear(color: string): Triple {
  const { r, g, b } = parseColor(color);
  const part = (value: number): number => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return [part(r), part(g), part(b)];
}

function times(matrix: readonly Triple[], [x, y, z]: Triple): Triple {
  const [a, b, c] = matrix.map((row) => row[0] * x + row[1] * y + row[2] * z);
  return [a ?? 0, b ?? 0, c ?? 0];
}

function oklab(rgb: Triple): Triple {
  const [l, m, s] = times([
    [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005],
  ], rgb).map(Math.cbrt);
  return times([
    [0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766],
  ], [l ?? 0, m ?? 0, s ?? 0]);
}

/** Machado, Oliveira and Fernandes 2009, at full severity, in linear light. */
const kSight: Readonly<Record<string, readonly Triple[]>> = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function leastDistance(theme: Tokens, count: number, sight: readonly Triple[]): number {
  const clamp = (value: number): number => Math.min(1, Math.max(0, value));
  const labs = Array.from({ length: count }, (_, i) => {
    const [r, g, b] = times(sight, linear(theme.get(`--s${i + 1}`) ?? ''));
    return oklab([clamp(r), clamp(g), clamp(b)]);
  });
  let least = Infinity;
  labs.forEach((a, i) => labs.slice(0, i).forEach((b) => (least = Math.min(least, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])))));
  return least * 100;
}

describe.each([['light', light], ['dark', dark]])('distances of the %s series', (_, theme) => {
  test.each([
    [8, 'all', 10.3], [8, 'protanopia', 5.2], [8, 'deuteranopia', 5.2], [8, 'tritanopia', 5.2],
    [20, 'all', 8.1], [20, 'protanopia', 3.49], [20, 'deuteranopia', 3.5], [20, 'tritanopia', 3.5],
  ])('first %i, sight of %s', (count, sight, claim) => {
    expect(leastDistance(theme, count, kSight[sight] ?? [])).toBeGreaterThanOrEqual(claim);
  });
});
