interface Detail {
  name: string;
  value: string;
}

type Members = Record<string, unknown>;

/**
 * The details of an entry of the audit log, as people read them. Entries store everything before and after a change; what
 * stayed the same is left out.
 */
export function listDetails(details: readonly Detail[]): Detail[] {
  const before = membersOf(details, 'before');
  const after = membersOf(details, 'after');
  const isPair = before !== undefined && after !== undefined;
  const others = isPair ? details.filter(({ name }) => name !== 'before' && name !== 'after') : details;
  return [
    ...others.map(({ name, value }) => ({ name: inWords(name), value })),
    ...(isPair ? listChanges(before, after) : []),
  ];
}

function listChanges(before: Members, after: Members): Detail[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .map((name) => ({ name, old: print(before[name]), now: print(after[name]) }))
    .filter(({ old, now }) => old !== now)
    .map(({ name, old, now }) => ({ name: inWords(name), value: `${old} → ${now}` }));
}

function membersOf(details: readonly Detail[], wanted: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(details.find(({ name }) => name === wanted)?.value ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}

function print(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (Array.isArray(value)) return value.map(print).join(', ') || 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `accentColor` and `accent_color` as people write them. */
const inWords = (name: string): string =>
  name.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
