const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A moment in the reader's language, in UTC: the server does not know where the payer is, and both must write the same.
 * The languages are few and the tags are checked, so the map stays small; a bound keeps it so.
 */
export function formatMoment(iso: string, locale: string): string {
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
