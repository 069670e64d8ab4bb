/** The paths at which a value differs from what is expected. Objects may have further members; lists may not have further rows. */
export function listDifferences(expected: unknown, actual: unknown, path = ''): string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [`${path} is no list`];
    if (actual.length !== expected.length) return [`${path} has ${actual.length} rows instead of ${expected.length}`];
    return expected.flatMap((row, place) => listDifferences(row, actual[place], `${path}/${place}`));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${path} is no object`];
    const found = actual as Record<string, unknown>;
    return Object.entries(expected).flatMap(([member, value]) =>
      listDifferences(value, found[member], `${path}/${member}`),
    );
  }
  return Object.is(expected, actual)
    ? []
    : [`${path} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
}
