const SIZES = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** A number of bytes for people, such as `48.2 MB`. */
export function formatSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  // What would be rounded up to 1,000 is 1 of the next unit.
  while (size >= 999.95 && unit < SIZES.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return `${size.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${SIZES[unit]}`;
}

/** How far something is behind, such as `0.4 s`, `12 min` or `3 days`. */
export function formatLag(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 0.05) return 'None';
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
