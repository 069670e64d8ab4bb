import { HTML_HEADERS } from '../server/html-headers.ts';
import type { Route } from '../server/route.ts';
import { errorPages } from './error-pages.ts';
import { renderErrorIndex } from './render-error-page.ts';

export const listErrorDocs: Route = {
  id: 'docs.errors',
  method: 'GET',
  path: '/docs/errors',
  tag: 'Documentation',
  summary: 'Every error code, for people',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'A page.', contentType: 'text/html' } },
  handle: () => ({ status: 200, headers: HTML_HEADERS, body: renderErrorIndex(errorPages) }),
};
