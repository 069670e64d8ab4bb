import { listNetworks as listNetworksUseCase } from '../../usecases/networks/list-networks.ts';
import { defineRoute } from '../server/route.ts';
import { exampleNetworks } from './examples.ts';
import { NetworkListSchema } from './network-schema.ts';
import { presentNetwork } from './present-network.ts';

export const listNetworks = defineRoute({
  id: 'networks.list',
  method: 'GET',
  path: '/{public_key}/networks',
  tag: 'Networks',
  summary: 'List networks',
  description:
    'Returns every network of the mode: first those that the server watches, with their state, newest block and nodes, ' +
    'then those that the operator could turn on.',
  access: 'payments:read',
  rateLimit: 'read',
  answers: {
    200: {
      description: 'Returns the networks of the mode.',
      schema: NetworkListSchema,
      example: exampleNetworks,
    },
  },
}).handle(async (context, { principal }) => {
  const networks = await listNetworksUseCase(context, principal.livemode);
  return { status: 200, body: { data: networks.map(presentNetwork) } };
});
