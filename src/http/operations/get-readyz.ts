import { type Static, Type } from 'typebox';
import { BACKGROUND_ROLES } from '../../domain/role.ts';
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
  roles: Type.Array(
    Type.Object({
      role: words(BACKGROUND_ROLES, { description: 'A role that at least one process of the installation needs.' }),
      running: Type.Boolean({ description: 'Whether a process with this role has reported lately, on any node.' }),
    }),
    { description: 'What runs in the background. A role that no process has does not affect readiness.' },
  ),
});

const ready: Static<typeof Readiness> = {
  status: 'ready',
  checks: [
    { name: 'database', ok: true, detail: 'responds' },
    { name: 'migrations (control)', ok: true, detail: '25 of 25' },
    { name: 'migrations (data)', ok: true, detail: '42 of 42' },
  ],
  networks: [{ network: 'solana', state: 'ok' }],
  roles: BACKGROUND_ROLES.map((role) => ({ role, running: true })),
};

const notReady: Static<typeof Readiness> = {
  status: 'not_ready',
  checks: [{ name: 'database', ok: false, detail: 'does not respond' }],
  networks: [],
  roles: [],
};

export const getReadyz = defineRoute({
  id: 'health.ready',
  method: 'GET',
  path: '/readyz',
  tag: 'Operations',
  summary: 'Check readiness',
  description:
    'Checks the database and its migrations, and returns the state of each watched network. A server that was told to stop ' +
    'is not ready, but serves requests until it ends.',
  access: 'open',
  forMonitoring: true,
  answers: {
    200: { description: 'The server is ready.', schema: Readiness, example: ready },
    503: {
      description: 'The server is not ready. See `checks`.',
      schema: Readiness,
      contentType: 'application/json',
      example: notReady,
    },
  },
}).handle(async (context) => {
  const { status, body } = await readReadiness(context);
  return status === 200 ? { status, body } : { status, headers: { 'retry-after': '1' }, body };
});
