import { viewNetworks } from '../../usecases/networks/view-networks.ts';
import { defineRoute } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { NetworkListSchema } from './network-schema.ts';
import { presentNetwork } from './present-network.ts';

export const listNetworks = defineRoute({
  id: 'networks.list',
  method: 'GET',
  path: '/dashboard/api/{mode}/networks',
  tag: 'Networks',
  summary: 'List watched networks',
  access: 'session',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns all watched networks of the mode.', schema: NetworkListSchema } },
}).handle(async (context, call) => {
  const { livemode } = tenantOf(context, call);
  const nowMs = context.clock.nowMs();
  const data = (await viewNetworks(context)).flatMap((view) => {
    const chain = context.chains.get(view.network);
    return chain?.network.livemode === livemode ? [presentNetwork(view, chain, nowMs)] : [];
  });
  return { status: 200, body: { data } };
});
