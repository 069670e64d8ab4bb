import { Problem } from '../../domain/errors.ts';
import { HTML_HEADERS } from '../server/html-headers.ts';
import { defineRoute } from '../server/route.ts';
import { makeOnce, staticFile } from '../server/static-files.ts';
import { errorPages } from './error-pages.ts';
import { type ErrorPage, renderErrorPage } from './render-error-page.ts';

const fileOf = makeOnce((page: ErrorPage) =>
  staticFile(HTML_HEADERS['content-type'], renderErrorPage(page, errorPages)),
);

export const getErrorDoc = defineRoute({
  id: 'docs.error',
  method: 'GET',
  path: '/docs/errors/{code}',
  tag: 'Documentation',
  summary: 'Show an error code',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'Returns a page.', contentType: 'text/html' } },
}).handle((_context, { params }) => {
  const page = errorPages.find(({ code }) => code === params.code);
  if (!page) throw new Problem('not_found', 'There is no error with this code.');
  return { status: 200, headers: HTML_HEADERS, file: fileOf(page) };
});
