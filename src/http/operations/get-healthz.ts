import { Type } from 'typebox';
import type { Route } from '../server/route.ts';

export const getHealthz: Route = {
  id: 'health.live',
  method: 'GET',
  path: '/healthz',
  tag: 'Operations',
  summary: 'Is the process alive?',
  access: 'open',
  answers: { 200: { description: 'It is.', schema: Type.Object({ status: Type.Literal('ok') }) } },
  handle: () => ({ status: 200, body: '{"status":"ok"}' }),
};
