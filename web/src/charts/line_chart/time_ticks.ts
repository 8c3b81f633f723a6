/** Ticks of axes of time: seconds that passed, or the time of day where the reader is. */

import type { Domain, ScaleKind } from './scales';
import { linearTicks, numberTicks, zip, type Tick } from './ticks';
import type { XKind } from './model';

const minute = 60;
const hour = 3600;
const day = 86400;

const roundSteps: readonly number[] = [
  1, 2, 5, 10, 15, 30,
  minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute,
  hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour,
  day, 2 * day, 5 * day, 10 * day, 20 * day, 50 * day, 100 * day, 200 * day, 500 * day,
]; // prettier-ignore

const logDurations: readonly number[] = [
  1e-3, 1e-2, 0.1, 1, 10, minute, 10 * minute, hour, 10 * hour, day, 10 * day, 100 * day, 1000 * day,
];

function roundStep(wanted: number): number {
  return roundSteps.find((step) => step >= wanted) ?? 1000 * day;
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** Seconds as the axis shows them: one unit where it suffices, else h:mm or h:mm:ss. */
export function formatDurations(values: readonly number[], step: number): string[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const signed = (value: number, text: string): string => (value < 0 ? `−${text}` : text);
  return values.map((value) => {
    const at = Math.abs(value);
    if (step >= day) return signed(value, at === 0 ? '0' : `${at / day} d`);
    if (step >= hour) return signed(value, at === 0 ? '0' : `${at / hour} h`);
    if (step >= minute) {
      if (largest < hour * 1.001) return signed(value, at === 0 ? '0' : `${at / minute} min`);
      return signed(value, `${Math.floor(at / hour)}:${two((at % hour) / minute)}`);
    }
    if (step >= 1) {
      if (largest < 2 * minute) return signed(value, at === 0 ? '0' : `${at} s`);
      const seconds = two(at % minute);
      if (largest < hour) return signed(value, `${Math.floor(at / minute)}:${seconds}`);
      return signed(value, `${Math.floor(at / hour)}:${two((at % hour) / minute)}:${seconds}`);
    }
    const decimals = Math.min(6, Math.max(1, -Math.floor(Math.log10(step) + 1e-9)));
    return signed(value, at === 0 ? '0' : `${at.toFixed(decimals)} s`);
  });
}

function durationTicks(kind: ScaleKind, domain: Domain, count: number): Tick[] {
  const [low, high] = domain;
  if (kind === 'log') {
    const values = logDurations.filter((value) => value >= low && value <= high);
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
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-12); i++) values.push(i * step);
  return zip(values, formatDurations(values, step));
}

function logLabel(seconds: number): string {
  if (seconds >= day) return `${seconds / day} d`;
  if (seconds >= hour) return `${seconds / hour} h`;
  if (seconds >= minute) return `${seconds / minute} min`;
  return `${seconds} s`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function clock(date: Date, seconds: boolean): string {
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return seconds ? `${time}:${two(date.getSeconds())}` : time;
}

/** Times of day at round local times; with the date where the axis spans several days. */
function wallTicks(domain: Domain, count: number): Tick[] {
  const [low, high] = domain;
  const span = high - low;
  const dated = span > day;
  const step = roundStep(Math.max(span / Math.max(1, dated ? count * 0.7 : count), 1e-9));
  if (span < 3) {
    const { values } = linearTicks([low % minute, (low % minute) + span], count);
    const offset = low - (low % minute);
    return values.map((value) => ({
      value: offset + value,
      label: `${clock(new Date((offset + value) * 1000), false)}:${(value % minute).toFixed(2).padStart(5, '0')}`,
    }));
  }
  const shift = new Date(low * 1000).getTimezoneOffset() * minute;
  const values: number[] = [];
  for (let i = Math.ceil((low - shift) / step); i * step + shift <= high; i++) values.push(i * step + shift);
  return values.map((value) => {
    const date = new Date(value * 1000);
    const name = `${date.getDate()} ${months[date.getMonth()] ?? ''}`;
    if (step >= day) return { value, label: name };
    return { value, label: dated ? `${name} ${clock(date, false)}` : clock(date, step < minute) };
  });
}

/** Ticks of an x axis. */
export function xTicks(kind: XKind, scale: ScaleKind, domain: Domain, count: number): Tick[] {
  if (kind === 'duration') return durationTicks(scale, domain, count);
  if (kind === 'time') return wallTicks(domain, count);
  return numberTicks(scale, domain, count);
}
