import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineRoute } from '../server/route.ts';

/** A file that the pages load. It is read once, when the server starts. */
function asset(file: string, contentType: string) {
  const body = readFileSync(join(import.meta.dirname, file));
  return defineRoute({
    id: `docs.${file.replace('.', '_')}`,
    method: 'GET',
    path: `/docs/${file}`,
    tag: 'Documentation',
    summary: `Get ${file} of the reference`,
    access: 'open',
    undocumented: true,
    answers: { 200: { description: 'Returns the file.', contentType } },
  }).handle(() => ({ status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-cache' }, body }));
}

export const docsAssets = [
  asset('docs.css', 'text/css; charset=utf-8'),
  asset('docs.js', 'text/javascript; charset=utf-8'),
];
