import { Type } from 'typebox';
import type { Route } from '../route.ts';

const Readiness = Type.Object({
  status: Type.Union([Type.Literal('ready'), Type.Literal('not_ready')]),
  checks: Type.Array(Type.Object({ name: Type.String(), ok: Type.Boolean(), detail: Type.String() })),
});

export const getReadyz: Route = {
  id: 'health.ready',
  method: 'GET',
  path: '/readyz',
  tag: 'Operations',
  summary: 'Can it serve?',
  description: 'Looks at the database and its migrations.',
  access: 'open',
  answers: {
    200: { description: 'It can.', schema: Readiness },
    503: { description: 'It cannot; the checks say why.', schema: Readiness, contentType: 'application/json' },
  },
  async handle(context) {
    const checks = await context.health();
    const ready = checks.every((check) => check.ok);
    return {
      status: ready ? 200 : 503,
      ...(ready ? {} : { headers: { 'retry-after': '1' } }),
      body: JSON.stringify({
        status: ready ? 'ready' : 'not_ready',
        checks: checks.map(({ name, ok, detail }) => ({ name, ok, detail })),
      }),
    };
  },
};
