import { posix } from 'node:path';
import { anchorsOf, codeWordsOf, linksOf } from './markdown.ts';

/** What a document may name: the text of every document by its path, and every tracked file and folder. */
export interface Tree {
  documents: ReadonlyMap<string, string>;
  paths: ReadonlySet<string>;
}

const FOLDERS = /^(bench|bin|deploy|docs|examples|migrations|src|test|tools|web)\//;
const FILE = /^[\w.-]+(\/[\w.-]+)*\.(css|js|json|md|mjs|sql|ts)$/;
const SOURCE_NAME = /^[a-z0-9][\w.-]*\.(mjs|sql|ts)$/;

/** Paths in inline code that do not exist. */
export function checkPaths(text: string, { paths }: Tree): string[] {
  const names = new Set([...paths].map((path) => posix.basename(path)));
  return codeWordsOf(text)
    .filter((word) => isMissing(word.split('#')[0] ?? '', paths, names))
    .map((word) => `${word} does not exist`);
}

function isMissing(path: string, paths: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  const placeholder = path.search(/[<…*{$,:[(]/);
  if (placeholder >= 0) return FOLDERS.test(path) && !paths.has(path.slice(0, path.lastIndexOf('/', placeholder)));
  if (FOLDERS.test(path)) return !paths.has(path.replace(/\/$/, ''));
  return path.includes('/') ? FILE.test(path) && !paths.has(path) : SOURCE_NAME.test(path) && !names.has(path);
}

/** Links to a file or an anchor that does not exist. */
export function checkLinks(document: string, { documents, paths }: Tree): string[] {
  const text = documents.get(document) ?? '';
  return linksOf(text)
    .filter((link) => !/^https?:/.test(link))
    .flatMap((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? document : posix.join(posix.dirname(document), path);
      if (!paths.has(target)) return [`${link} does not exist`];
      if (anchor === undefined || anchorsOf(documents.get(target) ?? '').includes(anchor)) return [];
      return [`${target} has no heading for #${anchor}`];
    });
}

/** Decision records that the list does not link. */
export const findUnlisted = (records: readonly string[], list: string, folder: string): string[] => {
  const linked = new Set(linksOf(list).map((link) => posix.join(folder, link.split('#')[0] ?? '')));
  return records.filter((record) => !linked.has(record));
};
