/** Ticks of axes of time: seconds that passed, or the time of day where the reader is. */

import type { Domain, ScaleKind } from './scales';
import { linearTicks, stepTicks, zip, type Tick } from './ticks';
import type { XKind } from './model';

const kMinute = 60;
const kHour = 3600;
const kDay = 86400;

const kRoundSteps: readonly number[] = [
  1, 2, 5, 10, 15, 30,
  kMinute, 2 * kMinute, 5 * kMinute, 10 * kMinute, 15 * kMinute, 30 * kMinute,
  kHour, 2 * kHour, 3 * kHour, 6 * kHour, 12 * kHour,
  kDay, 2 * kDay, 5 * kDay, 10 * kDay, 20 * kDay, 50 * kDay, 100 * kDay, 200 * kDay, 500 * kDay,
];

const kLogDurations: readonly number[] = [
  1e-3, 1e-2, 0.1, 1, 10, kMinute, 10 * kMinute, kHour, 10 * kHour, kDay, 10 * kDay, 100 * kDay, 1000 * kDay,
];

function roundStep(wanted: number): number {
  return kRoundSteps.find((step) => step >= wanted * 0.75) ?? 1000 * kDay;
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** Seconds as the axis shows them: one unit where it suffices, else h:mm or h:mm:ss. */
export function formatDurations(values: readonly number[], step: number): string[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const signed = (value: number, text: string): string => (value < 0 ? `−${text}` : text);
  return values.map((value) => {
    const at = Math.abs(value);
    if (step >= kDay) return signed(value, at === 0 ? '0' : `${at / kDay} d`);
    if (step >= kHour) return signed(value, at === 0 ? '0' : `${at / kHour} h`);
    if (step >= kMinute) {
      if (largest < kHour * 1.001) return signed(value, at === 0 ? '0' : `${at / kMinute} min`);
      return signed(value, `${Math.floor(at / kHour)}:${two((at % kHour) / kMinute)}`);
    }
    if (step >= 1) {
      if (largest < 2 * kMinute) return signed(value, at === 0 ? '0' : `${at} s`);
      const seconds = two(at % kMinute);
      if (largest < kHour) return signed(value, `${Math.floor(at / kMinute)}:${seconds}`);
      return signed(value, `${Math.floor(at / kHour)}:${two((at % kHour) / kMinute)}:${seconds}`);
    }
    const decimals = Math.min(6, Math.max(1, -Math.floor(Math.log10(step) + 1e-9)));
    return signed(value, at === 0 ? '0' : `${at.toFixed(decimals)} s`);
  });
}

function durationTicks(kind: ScaleKind, domain: Domain, count: number): Tick[] {
  const [low, high] = domain;
  if (kind === 'log') {
    const values = kLogDurations.filter((value) => value >= low && value <= high);
    if (values.length < 2) return durationTicks('linear', domain, count);
    const every = Math.ceil(values.length / Math.max(2, count));
    const kept = values.filter((_, i) => i % every === 0);
    return kept.map((value) => ({ value, label: logLabel(value) }));
  }
  const wanted = (high - low) / Math.max(1, count);
  if (wanted < 1) {
    const { step, values } = linearTicks(domain, count);
    return zip(values, formatDurations(values, step));
  }
  const step = roundStep(wanted);
  const values: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-12); ++i) values.push(i * step);
  return zip(values, formatDurations(values, step));
}

function logLabel(seconds: number): string {
  if (seconds >= kDay) return `${seconds / kDay} d`;
  if (seconds >= kHour) return `${seconds / kHour} h`;
  if (seconds >= kMinute) return `${seconds / kMinute} min`;
  return `${seconds} s`;
}

const kMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function clock(date: Date, seconds: boolean): string {
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return seconds ? `${time}:${two(date.getSeconds())}` : time;
}

/** Times of day at round local times; with the date where the axis spans several days. */
function wallTicks(domain: Domain, count: number): Tick[] {
  const [low, high] = domain;
  const span = high - low;
  const dated = span > kDay;
  const step = roundStep(Math.max(span / Math.max(1, dated ? count * 0.7 : count), 1e-9));
  if (span < 3) {
    const { values } = linearTicks([low % kMinute, (low % kMinute) + span], count);
    const offset = low - (low % kMinute);
    return values.map((value) => ({
      value: offset + value,
      label: `${clock(new Date((offset + value) * 1000), false)}:${(value % kMinute).toFixed(2).padStart(5, '0')}`,
    }));
  }
  const shift = new Date(low * 1000).getTimezoneOffset() * kMinute;
  const values: number[] = [];
  for (let i = Math.ceil((low - shift) / step); i * step + shift <= high; ++i) values.push(i * step + shift);
  return values.map((value) => {
    const date = new Date(value * 1000);
    const name = `${date.getDate()} ${kMonths[date.getMonth()] ?? ''}`;
    if (step >= kDay) return { value, label: name };
    return { value, label: dated ? `${name} ${clock(date, false)}` : clock(date, step < kMinute) };
  });
}

/** Ticks of an x axis. */
export function xTicks(kind: XKind, scale: ScaleKind, domain: Domain, count: number): Tick[] {
  if (kind === 'duration') return durationTicks(scale, domain, count);
  if (kind === 'time') return wallTicks(domain, count);
  return stepTicks(scale, domain, count);
}
