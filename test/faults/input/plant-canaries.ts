/** Texts that must appear in no log. */
export class Canaries {
  readonly all = new Set<string>();

  /** A new one, in the form of the text that it stands for. */
  like(text: string): string {
    const canary = `canary${(1_000_000 + this.all.size).toString(36)}x`;
    this.all.add(canary);
    if (text.includes('@')) return `${canary}@example.com`;
    return /^https?:/.test(text) ? `https://example.com/${canary}` : canary;
  }
}

/** Copies of a value, each with a canary in place of one of its texts, and one with canaries in place of all. */
export function plantCanaries(value: unknown, canaries: Canaries): unknown[] {
  const paths = pathsOf(value);
  const everywhere = paths.reduce((copy, path) => replaceAt(copy, path, canaries), value);
  return [...paths.map((path) => replaceAt(value, path, canaries)), everywhere];
}

type Path = readonly (string | number)[];

const entriesOf = (value: object): [string | number, unknown][] =>
  Array.isArray(value) ? [...value.entries()] : Object.entries(value);

/** Where the texts of a value are. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return entriesOf(value).flatMap(([name, member]) => pathsOf(member, [...path, name]));
}

function replaceAt(value: unknown, [step, ...rest]: Path, canaries: Canaries): unknown {
  if (step === undefined) return canaries.like(String(value));
  const copy: unknown = structuredClone(value);
  const members = copy as Record<string | number, unknown>;
  members[step] = replaceAt(members[step], rest, canaries);
  return copy;
}
