import { Type } from 'typebox';
import { defineRoute } from '../server/route.ts';

export const getSessionOpenapi = defineRoute({
  id: 'session.openapi',
  method: 'GET',
  path: '/dashboard/api/openapi.json',
  tag: 'Session',
  summary: 'Retrieve the OpenAPI document of the dashboard API',
  access: 'visitor',
  answers: {
    200: { description: 'Returns the OpenAPI 3.1 document.', schema: Type.Unsafe<object>({ type: 'object' }) },
  },
}).handle((context) => ({ status: 200, body: context.sessionOpenapi }));
