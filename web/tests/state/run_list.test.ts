import { expect, test } from 'vitest';

import { parseValues } from '../../src/base/value_filter';
import { higherIsBetter, likelyMetric } from '../../src/state/run_metric.svelte';

test('values are filtered from, to, or between', () => {
  expect(parseValues('0.1..3')).toEqual({ atLeast: 0.1, atMost: 3 });
  expect(parseValues('..3.4')).toEqual({ atMost: 3.4 });
  expect(parseValues('-2..')).toEqual({ atLeast: -2 });
  expect(parseValues('1e-5..1e-3')).toEqual({ atLeast: 1e-5, atMost: 1e-3 });
  for (const text of ['', '3', '..', 'a..b', '.']) expect(parseValues(text)).toBeNull();
});

test('the column begins with the loss on held-out data', () => {
  const tags = (...names: string[]): { kind: string; tag: string; runs: number; points: number }[] =>
    names.map((tag) => ({ kind: 'scalar', tag, runs: 1, points: 1 }));
  expect(likelyMetric(tags('lr', 'train/loss', 'val/acc', 'val/loss'))).toBe('val/loss');
  expect(likelyMetric(tags('lr', 'loss/train', 'loss/val_loss'))).toBe('loss/val_loss');
  expect(likelyMetric(tags('lr', 'train/loss'))).toBe('train/loss');
  expect(likelyMetric(tags('lr'))).toBe('lr');
  expect(likelyMetric([])).toBe('');
});

test('the column is of what most runs have', () => {
  const tag = (name: string, runs: number) => ({ kind: 'scalar', tag: name, runs, points: 1 });
  expect(likelyMetric([tag('big/loss', 1), tag('train/loss', 24), tag('lr', 30), tag('val/loss', 23)])).toBe('train/loss');
  expect(likelyMetric([tag('val/loss', 1), tag('big/loss', 2)])).toBe('big/loss');
  expect(likelyMetric([tag('acc', 1), tag('lr', 3)])).toBe('lr');
});

test('whether more is better is told by the name', () => {
  expect(['val/accuracy', 'reward', 'f1'].every(higherIsBetter)).toBe(true);
  expect(['val/loss', 'perplexity', 'lr'].some(higherIsBetter)).toBe(false);
});
