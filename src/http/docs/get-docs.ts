import { gzipSync } from 'node:zlib';
import { answerFile } from '../server/answer-file.ts';
import { HTML_HEADERS } from '../server/html-headers.ts';
import { defineRoute } from '../server/route.ts';
import type { StaticFile } from '../server/static-files.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { renderReference } from './render-reference.ts';

/** Rendering takes tens of milliseconds, too long to hold up payments on each visit, and a document does not change. */
const pages = new WeakMap<OpenApiDocument, StaticFile>();

function pageOf(document: OpenApiDocument): StaticFile {
  const known = pages.get(document);
  if (known) return known;
  const body = Buffer.from(renderReference(document));
  const page = { contentType: HTML_HEADERS['content-type'], body, gzip: gzipSync(body) };
  pages.set(document, page);
  return page;
}

export const getDocs = defineRoute({
  id: 'docs.reference',
  method: 'GET',
  path: '/docs',
  tag: 'Documentation',
  summary: 'Show the API reference',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'Returns a page.', contentType: 'text/html' } },
}).handle((context, call) => answerFile(call, pageOf(context.openapi), HTML_HEADERS));
