import { Type } from 'typebox';
import type { Route } from '../server/route.ts';

export const getOpenapi: Route = {
  id: 'docs.openapi',
  method: 'GET',
  path: '/openapi.json',
  tag: 'Documentation',
  summary: 'This document',
  access: 'open',
  answers: { 200: { description: 'OpenAPI 3.1.', schema: Type.Unsafe<object>({ type: 'object' }) } },
  handle: (context) => ({
    status: 200,
    // Tools on other origins read the document; nothing in it is private.
    headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
    body: JSON.stringify(context.openapi),
  }),
};
