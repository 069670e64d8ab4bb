import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { once } from '../../domain/once.ts';
import { tagOf } from './entity-tag.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const COMPRESSIBLE = /^text\/|json|svg/;

/** Content that does not change while the server runs. It is compressed at its first use, because most is never asked for. */
export interface StaticFile {
  contentType: string;
  body: Buffer;
  gzip: (() => Buffer) | undefined;
  /** Weak, because the plain and the compressed form have the same. */
  etag: string;
}

/** A file with the JSON of a value of type T. Only `jsonFile` makes one. */
export type JsonFile<T> = StaticFile & { readonly jsonOf: T };

export function staticFile(contentType: string, content: string | Buffer): StaticFile {
  const body = Buffer.from(content);
  const gzip = COMPRESSIBLE.test(contentType) ? once(() => gzipSync(body, { level: 9 })) : undefined;
  return { contentType, body, gzip, etag: tagOf(body) };
}

export const jsonFile = <T>(value: T): JsonFile<T> =>
  staticFile('application/json; charset=utf-8', JSON.stringify(value)) as JsonFile<T>;

/** Reads a file of the source when the server starts. */
export const readStaticFile = (path: string): StaticFile =>
  staticFile(TYPES[extname(path)] ?? 'application/octet-stream', readFileSync(path));

/** The files of a folder by name. They are read at the start, so no request can reach another path. */
export function readFolder(folder: string): Map<string, StaticFile> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .filter(({ name }) => TYPES[extname(name)] !== undefined)
      .map(({ name }) => [name, readStaticFile(join(folder, name))]),
  );
}

/** Makes a file at its first use, because most are never asked for. */
export function makeOnce<Key extends object, File>(make: (key: Key) => File): (key: Key) => File {
  const made = new WeakMap<Key, File>();
  return (key) => {
    const file = made.get(key) ?? make(key);
    made.set(key, file);
    return file;
  };
}
