import { join } from 'node:path';
import { defineRoute } from '../server/route.ts';
import { readStaticFile } from '../server/static-files.ts';

/** A file that the pages load. It is read once, when the server starts. */
function asset(name: string) {
  const file = readStaticFile(join(import.meta.dirname, name));
  return defineRoute({
    id: `docs.${name.replace('.', '_')}`,
    method: 'GET',
    path: `/docs/${name}`,
    tag: 'Documentation',
    summary: `Get ${name} of the reference`,
    access: 'open',
    undocumented: true,
    answers: { 200: { description: 'Returns the file.', contentType: file.contentType } },
  }).handle(() => ({ status: 200, headers: { 'cache-control': 'no-cache' }, file }));
}

export const docsAssets = ['docs.css', 'docs.js', 'search.js', 'find-entries.js', 'try-it.js'].map(asset);
