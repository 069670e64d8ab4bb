export interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
}

const empty = new Set(['meta', 'link', 'input', 'wbr', 'hr', 'br', '!doctype']);
const attribute = /\s+([a-z!][\w-]*)(?:="([^"<>]*)")?/gy;

/** Parses markup strictly: a tag that our templates would not write is an error. */
export function readTags(markup: string): Tag[] {
  const tags: Tag[] = [];
  for (const match of markup.matchAll(/<[^>]*>?/g)) {
    const [, slash, name, rest = ''] = /^<(\/?)(!?[a-z][a-z0-9-]*)((?:\s[^<>]*)?)>$/s.exec(match[0]) ?? [];
    if (name === undefined) throw new Error(`not a tag: ${match[0]}`);
    const attributes = new Map<string, string>();
    let end = 0;
    attribute.lastIndex = 0;
    for (let found = attribute.exec(rest); found !== null; found = attribute.exec(rest)) {
      attributes.set(found[1] ?? '', found[2] ?? '');
      end = attribute.lastIndex;
    }
    if (rest.slice(end).trim() !== '') throw new Error(`unexpected text in a tag: ${match[0]}`);
    tags.push({ name, closing: slash === '/', attributes });
  }
  return tags;
}

/** Throws unless every element is closed in the right place. */
export function expectBalanced(tags: readonly Tag[]): void {
  const open: string[] = [];
  for (const { name, closing } of tags) {
    if (empty.has(name)) continue;
    if (!closing) open.push(name);
    else if (open.pop() !== name) throw new Error(`</${name}> closes something else`);
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(', ')}`);
}

/** The text between the tags, with its entities decoded. */
export function readText(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
