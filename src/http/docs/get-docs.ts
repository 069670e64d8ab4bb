import { HTML_HEADERS } from '../server/html-headers.ts';
import type { Route } from '../server/route.ts';
import { renderReference } from './render-reference.ts';

export const getDocs: Route = {
  id: 'docs.reference',
  method: 'GET',
  path: '/docs',
  tag: 'Documentation',
  summary: 'The API reference, for people',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'A page.', contentType: 'text/html' } },
  handle: (context) => ({ status: 200, headers: HTML_HEADERS, body: renderReference(context.openapi) }),
};
