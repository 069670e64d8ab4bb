import { listUnwatched } from '../../usecases/networks/list-unwatched.ts';
import { viewNetworks } from '../../usecases/networks/view-networks.ts';
import { defineRoute } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { NetworkListSchema } from './network-schema.ts';
import { presentNetwork, presentUnwatched } from './present-network.ts';

export const listNetworks = defineRoute({
  id: 'networks.list',
  method: 'GET',
  path: '/dashboard/api/{mode}/networks',
  tag: 'Networks',
  summary: 'List networks',
  description: 'Returns the watched networks, and those that are not watched although you have a wallet there.',
  access: 'session',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns the networks of the mode.', schema: NetworkListSchema } },
}).handle(async (context, call) => {
  const tenant = tenantOf(context, call);
  const nowMs = context.clock.nowMs();
  const watched = (await viewNetworks(context)).flatMap((view) => {
    const chain = context.chains.get(view.network);
    return chain?.network.livemode === tenant.livemode ? [presentNetwork(view, chain, nowMs)] : [];
  });
  const unwatched = (await listUnwatched(context, tenant)).map(presentUnwatched);
  return { status: 200, body: { data: [...watched, ...unwatched] } };
});
