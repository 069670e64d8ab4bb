import { Type } from 'typebox';
import { REVALIDATED } from '../server/reference-data.ts';
import { defineRoute } from '../server/route.ts';
import { NOT_MODIFIED } from '../server/unless-known.ts';
import { documentFile } from './document-file.ts';

export const getSessionOpenapi = defineRoute({
  id: 'session.openapi',
  method: 'GET',
  path: '/dashboard/api/openapi.json',
  tag: 'Session',
  summary: 'Retrieve the OpenAPI document of the dashboard API',
  access: 'visitor',
  answers: {
    200: { description: 'Returns the OpenAPI 3.1 document.', schema: Type.Unsafe<object>({ type: 'object' }) },
    304: NOT_MODIFIED,
  },
}).handle((context) => ({ status: 200, headers: REVALIDATED, file: documentFile(context.sessionOpenapi()) }));
