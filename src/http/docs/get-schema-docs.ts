import { HTML_HEADERS } from '../server/html-headers.ts';
import { defineRoute } from '../server/route.ts';
import { makeOnce, staticFile } from '../server/static-files.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { SCHEMAS_PATH } from './schema-links.ts';

const pageOf = makeOnce(async (document: OpenApiDocument) => {
  const { renderSchemas } = await import('./render-schemas.ts');
  return staticFile(HTML_HEADERS['content-type'], renderSchemas(document));
});

export const getSchemaDocs = defineRoute({
  id: 'docs.schemas',
  method: 'GET',
  path: SCHEMAS_PATH,
  tag: 'Documentation',
  summary: 'Show the schemas of the API',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'Returns a page.', contentType: 'text/html' } },
}).handle(async (context) => ({ status: 200, headers: HTML_HEADERS, file: await pageOf(context.openapi()) }));
