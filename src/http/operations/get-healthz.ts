import { Type } from 'typebox';
import { defineRoute } from '../server/route.ts';

export const getHealthz = defineRoute({
  id: 'health.live',
  method: 'GET',
  path: '/healthz',
  tag: 'Operations',
  summary: 'Check liveness',
  description: 'Succeeds while the process runs. It asks neither the database nor a network.',
  access: 'open',
  forMonitoring: true,
  answers: { 200: { description: 'The process is running.', schema: Type.Object({ status: Type.Literal('ok') }) } },
}).handle(() => ({ status: 200, body: { status: 'ok' } }));
