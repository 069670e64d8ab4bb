import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUIDES, type Guide, guideAddress } from './guides.ts';
import { slugify } from './slugify.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The text of a guide: its title and its Markdown without the title. */
export interface GuideText {
  readonly title: string;
  readonly body: string;
}

/** The addresses of the documents that are guides as a whole. */
const ADDRESSES: ReadonlyMap<string, string> = new Map(
  GUIDES.flatMap(({ guides }) =>
    guides.filter(({ part }) => !part).map(({ name, file }) => [file, guideAddress(name)]),
  ),
);

/** The addresses of the guides that are a part of a document, by the sections that they have. */
const PARTS: ReadonlyMap<string, string> = new Map(
  GUIDES.flatMap(({ guides }) =>
    guides.flatMap(({ name, file, part }) =>
      (part?.sections ?? []).map((section): [string, string] => [`${file}#${slugify(section)}`, guideAddress(name)]),
    ),
  ),
);

export function readGuide({ file, part }: Guide): GuideText {
  const text = withoutExtras(readFileSync(join(ROOT, file), 'utf8'));
  const [, title = '', rest = ''] = /^# (.*)\n([\s\S]*)$/.exec(text) ?? [];
  if (!part) return { title, body: rest };
  const sections = splitSections(rest).filter((section) => part.sections.includes(section.title));
  return { title: part.title, body: sections.map((section) => section.text).join('\n') };
}

/** Where a link of a document leads on this server; undefined if the server does not show what it leads to. */
export function resolveGuideLink(guide: Guide, link: string): string | undefined {
  if (/^(https?:|#|\/)/.test(link)) return link;
  const base = new URL(guide.file, 'file:///');
  const { pathname, hash } = new URL(link, base);
  const address = ADDRESSES.get(pathname.slice(1)) ?? PARTS.get(pathname.slice(1) + hash);
  return address && address + hash;
}

/**
 * Leaves out the names of limits, which a test reads, and pictures, which the server does not have: their paragraph would be an
 * exclamation mark and a title. Code keeps both.
 */
function withoutExtras(text: string): string {
  let isCode = false;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('```')) isCode = !isCode;
    return isCode ? line : line.replaceAll(/<!--.*?-->|^!\[[^\]]*\]\([^)]*\)$/g, '');
  });
  return lines.join('\n');
}

function splitSections(text: string): { title: string; text: string }[] {
  const starts: number[] = [];
  let isCode = false;
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('```')) isCode = !isCode;
    if (!isCode && line.startsWith('## ')) starts.push(at);
  }
  return starts.map((start, index) => ({
    title: lines[start]?.slice(3) ?? '',
    text: lines.slice(start, starts[index + 1]).join('\n'),
  }));
}
