import { Type } from 'typebox';
import { type NetworkView, viewNetworks } from '../../usecases/networks/view-networks.ts';
import type { Route } from '../server/route.ts';

const Readiness = Type.Object({
  status: Type.Union([Type.Literal('ready'), Type.Literal('not_ready')]),
  checks: Type.Array(Type.Object({ name: Type.String(), ok: Type.Boolean(), detail: Type.String() })),
  networks: Type.Array(
    Type.Object({
      network: Type.String(),
      state: Type.Union([Type.Literal('ok'), Type.Literal('delayed'), Type.Literal('distrusted')], {
        description: '`delayed`: nobody can see payments on it; `distrusted`: its nodes say what cannot be true.',
      }),
      lag_seconds: Type.Union([Type.Integer(), Type.Null()]),
      detail: Type.String(),
    }),
    { description: 'The networks that are watched. One that cannot be read does not make the service unready.' },
  ),
});

export const getReadyz: Route = {
  id: 'health.ready',
  method: 'GET',
  path: '/readyz',
  tag: 'Operations',
  summary: 'Can it serve?',
  description: 'Looks at the database and its migrations, and says how each watched network is read.',
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
        networks: ready ? (await viewNetworks(context)).map(presentNetwork) : [],
      }),
    };
  },
};

const presentNetwork = ({ network, state, lagSeconds, detail }: NetworkView) => ({
  network,
  state,
  lag_seconds: lagSeconds ?? null,
  detail,
});
