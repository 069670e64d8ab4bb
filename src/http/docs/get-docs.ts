import { HTML_HEADERS } from '../server/html-headers.ts';
import { defineRoute } from '../server/route.ts';
import { renderReference } from './render-reference.ts';

export const getDocs = defineRoute({
  id: 'docs.reference',
  method: 'GET',
  path: '/docs',
  tag: 'Documentation',
  summary: 'Show the API reference',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'Returns a page.', contentType: 'text/html' } },
}).handle((context) => ({ status: 200, headers: HTML_HEADERS, body: renderReference(context.openapi) }));
