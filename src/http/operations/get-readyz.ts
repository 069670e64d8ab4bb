import { Type } from 'typebox';
import { NetworkState } from '../networks/network-schema.ts';
import { defineRoute } from '../server/route.ts';
import { NetworkName, words } from '../server/shapes.ts';
import { readReadiness } from './read-readiness.ts';

const Readiness = Type.Object({
  status: words(['ready', 'not_ready'], { description: 'Whether the server can serve requests.' }),
  checks: Type.Array(
    Type.Object({
      name: Type.String({ description: 'What was checked.' }),
      ok: Type.Boolean({ description: 'Whether it works.' }),
      detail: Type.String({ description: 'The result as a sentence.' }),
    }),
    { description: 'The results of all checks.' },
  ),
  networks: Type.Array(Type.Object({ network: NetworkName, state: NetworkState }), {
    description:
      'The watched networks. A network that cannot be seen does not affect readiness. The dashboard and ' +
      '`florin doctor` say why it cannot.',
  }),
});

export const getReadyz = defineRoute({
  id: 'health.ready',
  method: 'GET',
  path: '/readyz',
  tag: 'Operations',
  summary: 'Check readiness',
  description: 'Checks the database and its migrations, and returns the state of each watched network.',
  access: 'open',
  forMonitoring: true,
  answers: {
    200: { description: 'The server is ready.', schema: Readiness },
    503: { description: 'The server is not ready. See `checks`.', schema: Readiness, contentType: 'application/json' },
  },
}).handle(async (context) => {
  const { status, body } = await readReadiness(context);
  return status === 200 ? { status, body } : { status, headers: { 'retry-after': '1' }, body };
});
