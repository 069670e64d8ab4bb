import { viewNetworks } from '../../usecases/networks/view-networks.ts';
import type { Route } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { NetworkListSchema } from './network-schema.ts';

export const listNetworks: Route = {
  id: 'networks.list',
  method: 'GET',
  path: '/dashboard/api/{mode}/networks',
  tag: 'Networks',
  summary: 'List the watched networks of a mode',
  access: 'session',
  budget: 'read',
  answers: { 200: { description: 'All of them.', schema: NetworkListSchema } },
  async handle(context, call) {
    const { livemode } = tenantOf(context, call);
    const nowMs = context.clock.nowMs();
    const data = (await viewNetworks(context)).flatMap(({ network: name, state, lagSeconds, detail }) => {
      const chain = context.chains.get(name);
      if (chain?.network.livemode !== livemode) return [];
      const readAt = lagSeconds === undefined ? null : new Date(nowMs - lagSeconds * 1_000).toISOString();
      const assets = [...new Set(chain.assets.map(({ code }) => code))];
      return [{ name, title: chain.network.title, wallet: chain.walletKind, assets, state, read_at: readAt, detail }];
    });
    return { status: 200, body: JSON.stringify({ data }) };
  },
};
