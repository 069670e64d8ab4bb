import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

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

const COMPRESSED = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt']);

export interface StaticFile {
  contentType: string;
  body: Buffer;
  gzip: Buffer | undefined;
}

/** The files of a folder by name. They are read at the start, so no request can reach another path. */
export function readFolder(folder: string): Map<string, StaticFile> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.flatMap(({ name }) => {
      const extension = extname(name);
      const contentType = TYPES[extension];
      if (contentType === undefined) return [];
      const body = readFileSync(join(folder, name));
      return [[name, { contentType, body, gzip: COMPRESSED.has(extension) ? gzipSync(body) : undefined }]];
    }),
  );
}
