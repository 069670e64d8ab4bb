const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a time in UTC: the server does not know the payer's time zone, and server and browser must render the same. */
export function formatDateTime(iso: string, locale: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  let format = formats.get(locale);
  if (format === undefined) {
    if (formats.size >= 100) formats.clear();
    format = new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
      numberingSystem: 'latn',
    });
    formats.set(locale, format);
  }
  return `${format.format(at)} UTC`;
}
