const pad = (value: number) => String(value).padStart(2, '0');

/** The value of a `datetime-local` field for a time, in the browser's time zone; empty without one. */
export function toLocalInput(iso: string | undefined): string {
  if (iso === undefined || Number.isNaN(Date.parse(iso))) return '';
  const time = new Date(iso);
  const date = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${date}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** The time of a `datetime-local` field; undefined if it is empty or incomplete. */
export function fromLocalInput(value: string): string | undefined {
  const ms = Date.parse(value);
  return value === '' || Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
