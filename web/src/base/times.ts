/** Times of day and dates, in the browser's zone; seconds since the epoch. */

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** 14:32:07 */
export function formatClock(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** 2026-03-09 */
export function formatDate(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** 11:41 of today, else with the date. */
export function formatMoment(seconds: number, now: number): string {
  const clock = formatClock(seconds).slice(0, 5);
  const day = formatDate(seconds);
  return day === formatDate(now) ? clock : `${day} ${clock}`;
}
