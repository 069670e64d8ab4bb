const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a time in UTC, with the date. */
export function formatDateTime(iso: string, locale: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : `${formatOf(locale, true, 'UTC').format(at)} UTC`;
}

/**
 * Formats a deadline, with the date unless it is today. The server does not know the payer's time zone, so it shows UTC;
 * the script shows the payer's time.
 */
export function formatDeadline(iso: string, locale: string, now: number, zone?: 'UTC'): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const text = formatOf(locale, !isSameDay(at, new Date(now), zone), zone).format(at);
  return zone === undefined ? text : `${text} ${zone}`;
}

export const isSameDay = (one: Date, other: Date, zone?: 'UTC'): boolean =>
  zone === undefined
    ? one.toDateString() === other.toDateString()
    : one.toISOString().slice(0, 10) === other.toISOString().slice(0, 10);

function formatOf(locale: string, withDate: boolean, timeZone?: string): Intl.DateTimeFormat {
  const key = `${locale} ${withDate} ${timeZone}`;
  let format = formats.get(key);
  if (format === undefined) {
    if (formats.size >= 100) formats.clear();
    format = new Intl.DateTimeFormat(locale, {
      ...(withDate && { dateStyle: 'medium' }),
      timeStyle: 'short',
      timeZone,
      numberingSystem: 'latn',
    });
    formats.set(key, format);
  }
  return format;
}
