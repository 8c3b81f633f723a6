/** Ticks of an axis: round values, and one format for all of them. */

import { formatInteger, formatTicks } from '../../base/numbers';
import type { Domain, ScaleKind } from './scales';

export interface Tick {
  readonly value: number;
  readonly label: string;
}

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
  for (let i = first; i <= last && values.length < 100; ++i) {
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

const kUnits: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

function exponential(value: number): string {
  const [mantissa = '', exponent = ''] = Number(value.toPrecision(6)).toExponential().split('e');
  return `${mantissa}e${exponent.replace('+', '').replace('-', '−')}`;
}

/** Labels of a log axis: all plain or all with exponents. */
export function formatLogTicks(values: readonly number[]): string[] {
  const smallest = Math.min(...values);
  const largest = Math.max(...values);
  if (smallest < 0.999e-3 || largest > 1.001e15) return values.map(exponential);
  if (smallest >= 1 && largest >= 1e4) {
    return values.map((value) => {
      const found = kUnits.find(([unit]) => value >= unit * 0.9999);
      return found === undefined ? String(value) : Number((value / found[0]).toPrecision(6)) + found[1];
    });
  }
  return values.map((value) => (value >= 1000 ? formatInteger(value) : String(Number(value.toPrecision(12)))));
}

/** Ticks of an axis of plain numbers. */
export function numberTicks(kind: ScaleKind, domain: Domain, count: number): Tick[] {
  if (kind === 'log') {
    const values = logTicks(domain, Math.max(2, count));
    return zip(values, formatLogTicks(values));
  }
  const { values } = linearTicks(domain, count);
  return zip(values, formatTicks(values));
}

/** Ticks of steps: between whole numbers there is none. */
export function stepTicks(kind: ScaleKind, domain: Domain, count: number): Tick[] {
  const ticks = numberTicks(kind, domain, count);
  if (ticks.every(({ value }) => Number.isInteger(value))) return ticks;
  const whole = linearTicks(domain, Math.min(count, Math.max(1, domain[1] - domain[0]))).values.filter(Number.isInteger);
  return zip(whole, formatTicks(whole));
}

export function zip(values: readonly number[], labels: readonly string[]): Tick[] {
  return values.map((value, i) => ({ value, label: labels[i] ?? '' }));
}
