import { Type } from 'typebox';
import { CORS_HEADERS } from '../server/cors-headers.ts';
import { REVALIDATED } from '../server/reference-data.ts';
import { defineRoute } from '../server/route.ts';
import { NOT_MODIFIED } from '../server/unless-known.ts';
import { documentFile } from './document-file.ts';

export const getOpenapi = defineRoute({
  id: 'docs.openapi',
  method: 'GET',
  path: '/openapi.json',
  tag: 'Documentation',
  summary: 'Retrieve the OpenAPI document',
  description: 'Returns this document, from which the reference is made.',
  access: 'open',
  answers: {
    200: { description: 'Returns the OpenAPI 3.1 document.', schema: Type.Unsafe<object>({ type: 'object' }) },
    304: NOT_MODIFIED,
  },
}).handle((context) => ({
  status: 200,
  // Tools on other origins read the document, which is public.
  headers: { ...CORS_HEADERS, ...REVALIDATED },
  file: documentFile(context.openapi()),
}));
