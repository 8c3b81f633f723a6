/** Ticks of an axis: round values, and one format for all of them. */

import type { Domain, ScaleKind } from './scales';

export interface Tick {
  readonly value: number;
  readonly label: string;
}

const minus = (text: string): string => text.replaceAll('-', '−');

/** Round values with about `count` steps in the domain. */
export function linearTicks(domain: Domain, count: number): { step: number; values: number[] } {
  const [low, high] = domain;
  const wanted = (high - low) / Math.max(1, count);
  if (!(wanted > 0) || !Number.isFinite(wanted)) return { step: 0, values: [low] };
  const power = 10 ** Math.floor(Math.log10(wanted));
  const mantissa = wanted / power;
  const step = power * (mantissa < 1.5 ? 1 : mantissa < 3.5 ? 2 : mantissa < 7.5 ? 5 : 10);
  const values: number[] = [];
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  for (let i = first; i <= last && values.length < 100; i++) {
    values.push(i === 0 ? 0 : Number((i * step).toPrecision(15)));
  }
  return { step, values };
}

/** Values of a log axis, as dense as `count` allows; linear ones where less than a decade is seen. */
export function logTicks(domain: Domain, count: number): number[] {
  const [low, high] = domain;
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const within = (value: number): boolean => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9);
  const choose = (mantissas: readonly number[], every: number): number[] => {
    const values: number[] = [];
    for (let power = first; power <= last; power++) {
      if (power % every !== 0) continue;
      for (const mantissa of mantissas) values.push(Number(`${mantissa}e${power}`));
    }
    return values.filter(within);
  };
  for (const mantissas of [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 5], [1, 3], [1]]) {
    const values = choose(mantissas, 1);
    if (values.length <= count && values.length >= 2) return values;
  }
  for (let every = 2; every <= last - first; every++) {
    const values = choose([1], every);
    if (values.length <= count && values.length >= 2) return values;
  }
  return linearTicks(domain, count).values.filter((value) => value > 0);
}

const unitOf: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** Decimals that a value needs to be told from others one step apart. */
function decimalsOf(step: number): number {
  return Math.min(20, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

function exponential(values: readonly number[]): string[] {
  let digits = 0;
  for (const value of values) {
    const [mantissa = ''] = Number(value.toPrecision(12)).toExponential().split('e');
    digits = Math.max(digits, mantissa.replace('-', '').length - 2);
  }
  const shown = Math.min(Math.max(digits, 0), 6);
  return values.map((value) => (value === 0 ? '0' : minus(value.toExponential(shown).replace('e+', 'e'))));
}

/**
 * One format for all values of an axis, which are `step` apart: plain numbers, thousands with one
 * suffix, or exponents where plain ones would be too long.
 */
export function formatTicks(values: readonly number[], step: number): string[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0 || step <= 0) return values.map((value) => minus(String(value)));
  if (step < 1e-3 * 0.999 && largest < 1) return exponential(values);
  if (largest >= 1e15 || step < 1e-12) return exponential(values);
  for (const [unit, suffix] of unitOf) {
    if (largest < unit * 0.9999 || step < unit / 10 - 1e-9) continue;
    const decimals = decimalsOf(step / unit);
    return values.map((value) => (value === 0 ? '0' : minus((value / unit).toFixed(decimals)) + suffix));
  }
  const decimals = decimalsOf(step);
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return values.map((value) => (value === 0 && decimals === 0 ? '0' : minus(format.format(value))));
}

/** Labels of a log axis: all plain or all with exponents. */
export function formatLogTicks(values: readonly number[]): string[] {
  const smallest = Math.min(...values);
  const largest = Math.max(...values);
  if (smallest < 0.999e-3 || largest > 1.001e15) return exponential(values);
  if (smallest >= 1 && largest >= 1e4) {
    return values.map((value) => {
      const found = unitOf.find(([unit]) => value >= unit * 0.9999);
      return found === undefined ? String(value) : Number((value / found[0]).toPrecision(6)) + found[1];
    });
  }
  return values.map((value) => String(Number(value.toPrecision(12))));
}

/** Ticks of an axis of plain numbers. */
export function numberTicks(kind: ScaleKind, domain: Domain, count: number): Tick[] {
  if (kind === 'log') {
    const values = logTicks(domain, Math.max(2, count));
    return zip(values, formatLogTicks(values));
  }
  const { step, values } = linearTicks(domain, count);
  return zip(values, formatTicks(values, step));
}

export function zip(values: readonly number[], labels: readonly string[]): Tick[] {
  return values.map((value, i) => ({ value, label: labels[i] ?? '' }));
}
