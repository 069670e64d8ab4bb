import { HTML_HEADERS } from '../server/html-headers.ts';
import { defineRoute } from '../server/route.ts';
import { makeOnce, staticFile } from '../server/static-files.ts';
import type { OpenApiDocument } from './open-api-types.ts';

/** Rendering takes tens of milliseconds, too long to hold up payments on each visit, and a document does not change. */
const pageOf = makeOnce(async (document: OpenApiDocument) => {
  // Loaded when somebody reads it, because a server starts sooner without it.
  const { renderReference } = await import('./render-reference.ts');
  return staticFile(HTML_HEADERS['content-type'], renderReference(document));
});

export const getDocs = defineRoute({
  id: 'docs.reference',
  method: 'GET',
  path: '/docs',
  tag: 'Documentation',
  summary: 'Show the API reference',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'Returns a page.', contentType: 'text/html' } },
}).handle(async (context) => ({ status: 200, headers: HTML_HEADERS, file: await pageOf(context.openapi()) }));
