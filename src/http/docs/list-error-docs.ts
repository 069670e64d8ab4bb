import { HTML_HEADERS } from '../server/html-headers.ts';
import { defineRoute } from '../server/route.ts';
import { makeOnce, staticFile } from '../server/static-files.ts';
import { errorPages } from './error-pages.ts';
import { type ErrorPage, renderErrorIndex } from './render-error-page.ts';

const indexOf = makeOnce((pages: readonly ErrorPage[]) =>
  staticFile(HTML_HEADERS['content-type'], renderErrorIndex(pages)),
);

export const listErrorDocs = defineRoute({
  id: 'docs.errors',
  method: 'GET',
  path: '/docs/errors',
  tag: 'Documentation',
  summary: 'List all error codes',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'Returns a page.', contentType: 'text/html' } },
}).handle(() => ({ status: 200, headers: HTML_HEADERS, file: indexOf(errorPages) }));
