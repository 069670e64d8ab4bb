import { Type } from 'typebox';
import type { Route } from '../server/route.ts';

export const getSessionOpenapi: Route = {
  id: 'session.openapi',
  method: 'GET',
  path: '/dashboard/api/openapi.json',
  tag: 'Session',
  summary: 'This document',
  access: 'visitor',
  answers: { 200: { description: 'OpenAPI 3.1.', schema: Type.Unsafe<object>({ type: 'object' }) } },
  handle: (context) => ({ status: 200, body: JSON.stringify(context.sessionOpenapi) }),
};
