import { describe, expect, test } from 'vitest';

import {
  formatBytes, formatChange, formatCount, formatDuration, formatInteger, formatShort, formatTicks, formatValue,
} from '../../src/base/numbers';

describe('formatValue', () => {
  test.each([
    [0, '0'], [-0, '0'], [1, '1'], [64, '64'], [0.5, '0.5000'], [0.58784, '0.5878'], [3.139, '3.139'], [12.3456, '12.35'],
    [123.456, '123.5'], [999.94, '999.9'], [999.96, '1,000'], [1234.56, '1,235'], [56400, '56,400'],
    [1234567, '1,234,567'], [12345678, '1.235e7'], [1e21, '1e21'], [0.001, '0.001000'], [0.0009994, '9.994e−4'],
    [1e-7, '1e−7'], [6e-4, '6e−4'], [5e-300, '5e−300'], [-0.110, '−0.1100'], [-1e-9, '−1e−9'], [-56400, '−56,400'],
    [NaN, 'NaN'], [Infinity, '∞'], [-Infinity, '−∞'],
  ])('writes %d as %s', (value, text) => expect(formatValue(value)).toBe(text));

  test('never writes a value that is not zero as zero', () => {
    for (let exponent = -320; exponent <= 307; ++exponent) {
      const text = formatValue(3.7 * 10 ** exponent);
      expect(Number(text.replace(/,/g, '').replace(/−/g, '-'))).toBeGreaterThan(0);
    }
  });

  test('is off by no more than a part in two thousand', () => {
    let seed = 1;
    for (let i = 0; i < 2000; ++i) {
      seed = (seed * 48271) % 2147483647;
      const value = (seed / 2147483647 - 0.5) * 10 ** ((i % 24) - 12);
      const back = Number(formatValue(value).replace(/,/g, '').replace(/−/g, '-'));
      expect(Math.abs(back - value)).toBeLessThanOrEqual(Math.abs(value) / 2000);
    }
  });
});

test('hyperparameters are written without zeros at their end', () => {
  expect([0.01, 6e-4, 256, 0.9, 1.5, 100].map(formatShort)).toEqual(['0.01', '6e−4', '256', '0.9', '1.5', '100']);
});

test('changes have their sign', () => {
  expect([0.064, -0.11, 0].map(formatChange)).toEqual(['+0.06400', '−0.1100', '0']);
});

test('integers keep every digit', () => {
  expect(formatInteger(41200)).toBe('41,200');
  expect(formatInteger(9007199254740993n)).toBe('9,007,199,254,740,993');
  expect(formatInteger(-3)).toBe('−3');
});

test('large counts and bytes have units', () => {
  expect([999, 999_999, 21_600_000, 412_000_000].map(formatCount)).toEqual(['999', '999,999', '21.6 M', '412 M']);
  expect([0, 999, 4.8e9, 12.7e9, 999.7e6].map(formatBytes)).toEqual(['0 B', '999 B', '4.8 GB', '12.7 GB', '1.0 GB']);
});

test('durations have two units at most', () => {
  const texts = [0, 4e-6, 0.0123, 0.1, 1, 5.04, 59.4, 59.6, 61, 3600, 10260, 90000, -5].map(formatDuration);
  expect(texts).toEqual([
    '0 s', '4 µs', '12.3 ms', '100 ms', '1.0 s', '5.0 s', '59 s', '1 min', '1 min 1 s', '1 h', '2 h 51 min', '1 d 1 h', '−5.0 s',
  ]);
});

describe('formatTicks', () => {
  test.each([
    [[0, 20000, 40000, 60000], ['0', '20k', '40k', '60k']],
    [[22500, 25000, 27500], ['22.5k', '25k', '27.5k']],
    [[3, 3.2, 3.4], ['3.0', '3.2', '3.4']],
    [[0, 0.0002, 0.0004, 0.0006], ['0', '2e−4', '4e−4', '6e−4']],
    [[-0.5, 0, 0.5], ['−0.5', '0', '0.5']],
    [[0, 5e6, 1e7], ['0', '5M', '10M']],
    [[1000, 1001, 1002], ['1,000', '1,001', '1,002']],
    [[0, 200, 1000], ['0', '200', '1,000']],
    [[10000.5, 10001], ['10,000.5', '10,001.0']],
    [[0.99, 0.995, 1], ['0.990', '0.995', '1.000']],
    [[1e12, 1e12 + 50, 1e12 + 100], ['1,000,000,000,000', '1,000,000,000,050', '1,000,000,000,100']],
    [[1e12, 1.5e12], ['1e12', '1.5e12']],
    [[0.5, 0.50001, 0.50002], ['5.00000e−1', '5.00010e−1', '5.00020e−1']],
    [[1e-9, 1.5e-9, 2e-9], ['1e−9', '1.5e−9', '2e−9']],
    [[0], ['0']],
  ])('writes %j as %j', (values, texts) => expect(formatTicks(values)).toEqual(texts));

  test('tells neighbours apart at every size', () => {
    for (let exponent = -12; exponent <= 12; ++exponent) {
      for (const start of [0, 1, 17, 1234]) {
        const values = [0, 1, 2, 3, 4].map((i) => (start + i) * 10 ** exponent);
        expect(new Set(formatTicks(values)).size, `${start}e${exponent}: ${formatTicks(values)}`).toBe(5);
      }
    }
  });
});
