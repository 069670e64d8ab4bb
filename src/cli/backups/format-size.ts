const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** A number of bytes for people. */
export function formatSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1_024 && unit < UNITS.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}
