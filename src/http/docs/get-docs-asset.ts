import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '../server/route.ts';

/** A file that the pages load. It is read once, when the server starts. */
function asset(file: string, contentType: string): Route {
  const body = readFileSync(join(import.meta.dirname, file));
  return {
    id: `docs.${file.replace('.', '_')}`,
    method: 'GET',
    path: `/docs/${file}`,
    tag: 'Documentation',
    summary: `${file} of the reference`,
    access: 'open',
    undocumented: true,
    answers: { 200: { description: 'A file.', contentType } },
    handle: () => ({ status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-cache' }, body }),
  };
}

export const docsAssets: readonly Route[] = [
  asset('docs.css', 'text/css; charset=utf-8'),
  asset('docs.js', 'text/javascript; charset=utf-8'),
];
