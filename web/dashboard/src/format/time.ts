const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `3 minutes ago`, `in 2 hours`; the date if it is more than a week away. */
export function formatRelative(iso: string, nowMs: number, locale?: string): string {
  const seconds = Math.round((Date.parse(iso) - nowMs) / 1_000);
  if (Math.abs(seconds) < 45) return seconds > 5 ? 'in a moment' : 'just now';
  if (Math.abs(seconds) > 7 * 86_400) {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso));
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' });
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return relative.format(Math.sign(seconds), 'minute');
}

/** The exact time with seconds and time zone, for a title or a timeline. */
export function formatExact(iso: string, locale?: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'long',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(iso));
}

/** The date and time with its time zone, such as `Nov 16, 2026, 2:12 PM UTC`. */
export function formatMinute(iso: string, locale?: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(iso));
}

/** `1 h`, `24 h`, `15 min`, `90 s`: the largest unit without a remainder. */
export function formatDuration(seconds: number): string {
  if (seconds % 86_400 === 0 && seconds >= 2 * 86_400) return `${seconds / 86_400} days`;
  if (seconds > 0 && seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  if (seconds > 0 && seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}

/** Whether a time is on the same local day as `nowMs`. */
export function isSameDay(iso: string, nowMs: number): boolean {
  return new Date(iso).toDateString() === new Date(nowMs).toDateString();
}
