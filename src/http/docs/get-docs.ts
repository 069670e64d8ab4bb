import { Problem } from '../../domain/errors.ts';
import { HTML_HEADERS } from '../server/html-headers.ts';
import { defineRoute } from '../server/route.ts';
import { makeOnce } from '../server/static-files.ts';
import type { OpenApiDocument } from './open-api-types.ts';

const siteOf = makeOnce(async (document: OpenApiDocument) => {
  // Loaded when somebody reads it, because a server starts sooner without it.
  const { DocsSite } = await import('./docs-site.ts');
  return new DocsSite(document);
});

/** The pages below one path, by the rest of the URL. */
function pages(id: string, path: string, summary: string) {
  return defineRoute({
    id: `docs.${id}`,
    method: 'GET',
    path,
    tag: 'Documentation',
    summary,
    access: 'open',
    undocumented: true,
    answers: { 200: { description: 'Returns a page.', contentType: 'text/html' } },
  }).handle(async (context, { url }) => {
    const file = (await siteOf(context.openapi())).file(url.split('?', 1)[0] ?? '');
    if (!file) throw new Problem('not_found', 'The documentation has no page with this address.');
    return { status: 200, headers: { ...HTML_HEADERS, 'content-type': file.contentType }, file };
  });
}

/** Guides, the reference, schemas, error codes and what the search reads. */
export const docsPages = [
  pages('home', '/docs', 'Show the documentation'),
  pages('guide', '/docs/guides/{name}', 'Show a guide'),
  pages('reference', '/docs/reference/{name}', 'Show endpoints'),
  pages('schemas', '/docs/schemas', 'List the schemas'),
  pages('schema', '/docs/schemas/{name}', 'Show a schema'),
  pages('errors', '/docs/errors', 'List all error codes'),
  pages('error', '/docs/errors/{code}', 'Show an error code'),
  pages('search', '/docs/search.json', 'Get what the search reads'),
  pages('search-texts', '/docs/search-texts.json', 'Get the texts that the search reads'),
];
