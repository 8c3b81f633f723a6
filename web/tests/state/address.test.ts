import { describe, expect, test } from 'vitest';

import { defaultAddress, formatAddress, parseAddress, type Address } from '../../src/state/address';

const kEverything: Address = {
  page: 'scalars',
  tagFilter: '^val/(loss|acc)&x=1#?%',
  runFilter: 'seed-[12]+ é',
  axis: 'relative_step',
  xScale: 'log',
  yScale: 'log',
  smoothing: { kind: 'median', weight: 0.6, window: 51 },
  step: 41200,
  fullScreen: 'scalar:train/loss',
  pinnedCards: ['scalar:train/loss', 'image:a:b'],
  markers: [{ step: 52000, label: 'epoch: 3 & more' }, { step: -1.5, label: '' }],
  cards: new Map([
    ['scalar:a:b', { zoom: { from: 22000, to: 60000.5 }, yRange: { from: -1e-9, to: 3 }, yScale: 'log' as const, xScale: 'linear' as const }],
    ['x', { table: true, wide: true, tags: ['a/b', 'c,d&e'], group: 'regex:(a|b):' as const, compare: 'ratio' as const, mode: 'heat', step: 0 }],
  ]),
  rules: new Map([['', false], ['ablation/', true], ['ablation/x=1&y', false], ['a,b', true]]),
  pinnedRuns: ['baseline', 'a/b'],
  baseline: 'baseline',
  focused: 'a/b',
  slots: new Map([['a:b', 0], ['c', 19]]),
  order: '-value',
  hparams: new Map([['lr', '3e-5..1e-3'], ['a:b', 'x,y']]), values: '0.1..3',
  linked: {
    rawBehind: false, branches: false, ignoreOutliers: true, sameZoom: true, band: 'quantiles', colourBy: 'regex',
    colourPattern: '^(a|b):&#%=', metricTag: 'val/acc & more', metricStatistic: 'max',
  },
};

test('an address reproduces the view, whole', () => {
  expect(parseAddress(formatAddress(kEverything))).toEqual(kEverything);
});

test('it survives what browsers do to addresses', () => {
  const url = new URL('http://localhost:6006/prefix/');
  url.hash = formatAddress(kEverything);
  expect(parseAddress(new URL(url.href).hash)).toEqual(kEverything);
});

test('the default view has the shortest address', () => {
  expect(formatAddress({ ...defaultAddress(), page: 'scalars' })).toBe('#scalars');
  expect(parseAddress('')).toEqual(defaultAddress());
  expect(parseAddress('#scalars')).toEqual({ ...defaultAddress(), page: 'scalars' });
});

test('people can read it', () => {
  const rules = new Map([['', false], ['ablation/swiglu', true]]);
  expect(formatAddress({ ...defaultAddress(), page: 'scalars', rules })).toBe('#scalars?hide=/&show=ablation/swiglu');
});

test('cards are told with one encoding', () => {
  const cards = new Map([
    ['scalar::train/loss', { zoom: { from: 1, to: 2 }, yScale: 'log' as const }],
    ['image:@a/b:x', { step: 3 }],
  ]);
  const link = formatAddress({ ...defaultAddress(), page: 'scalars', step: 9, hparams: new Map([['optim/lr', '1..']]), cards });
  expect(link).toBe(
    '#scalars?step=9&hparam=optim/lr:1..&card=scalar::train/loss&zoom=1..2&y=log&card=image:@a/b:x&step=3');
  expect(parseAddress(link).cards).toEqual(cards);
  expect(parseAddress(link).step).toBe(9);
});

test('links as they were written before are read', () => {
  const old = '#scalars?card=scalar%253A%253Atrain%252Floss:zoom%3D1..2%26y%3Dlog&step=9&pincard=image:@a%252Fb:x&card=image%253A%2540a%25252Fb%253Ax:step%3D3';
  const at = parseAddress(old);
  expect(at.cards).toEqual(new Map([
    ['scalar::train/loss', { zoom: { from: 1, to: 2 }, yScale: 'log' }],
    ['image:@a/b:x', { step: 3 }],
  ]));
  expect([at.step, at.pinnedCards]).toEqual([9, ['image:@a/b:x']]);
});

test('ema has a weight, windows have a size', () => {
  const withSmoothing = (text: string): Address['smoothing'] => parseAddress(`#scalars?smooth=${text}`).smoothing;
  expect(withSmoothing('0.9')).toEqual({ kind: 'ema', weight: 0.9, window: 25 });
  expect(withSmoothing('mean:101')).toEqual({ kind: 'mean', weight: 0.6, window: 101 });
  expect(withSmoothing('7')).toEqual({ kind: 'ema', weight: 0.999, window: 25 });
  expect(withSmoothing('mean:1e9').window).toBe(10_001);
});

describe('what is not understood is as by default', () => {
  test.each([
    '#scalars?axis=sideways', '#scalars?x=cubic&y=', '#scalars?smooth=much', '#scalars?step=soon', '#scalars?mark=x:y',
    '#scalars?colour=0:a&colour=21:b&colour=1.5:c', '#scalars?unknown=1&&&=', '#scalars?step=Infinity', '#scalars?order=colour', '#scalars?order=--value', '#scalars?raw=maybe&band=wide&colourby=size&statistic=mean&column=',
  ])('%s', (hash) => expect(parseAddress(hash)).toEqual({ ...defaultAddress(), page: 'scalars' }));

  test.each(['#%', '#%E0%A4%A?card=%zz', '#scalars?card=%', '#?mark=%25%', '#scalars?card=a:zoom=3..1%26range=a..b'])(
    '%s is no error', (hash) => expect(() => parseAddress(hash)).not.toThrow());
});

test('ten thousand rules are an address, too', () => {
  const rules = new Map(Array.from({ length: 10_000 }, (_, i) => [`sweep/run-${i}`, i % 2 === 0]));
  expect(parseAddress(formatAddress({ ...defaultAddress(), rules })).rules).toEqual(rules);
});
