import type { Static } from 'typebox';
import { rpcVariable } from '../../domain/networks/rpc-variable.ts';
import type { ChainAdapter } from '../../ports/chain.ts';
import type { UnwatchedNetwork } from '../../usecases/networks/list-unwatched.ts';
import type { NetworkView } from '../../usecases/networks/view-networks.ts';
import type { NetworkSchema } from './network-schema.ts';

export function presentNetwork(
  { network, state, sinceMs, lagSeconds, detail }: NetworkView,
  chain: ChainAdapter,
  nowMs: number,
): Static<typeof NetworkSchema> {
  return {
    name: network,
    title: chain.network.title,
    wallet: chain.walletKinds[0] ?? 'none',
    assets: [...new Set(chain.assets.map(({ code }) => code))],
    state,
    read_at: lagSeconds === undefined ? null : new Date(nowMs - lagSeconds * 1_000).toISOString(),
    since: sinceMs === undefined ? null : new Date(sinceMs).toISOString(),
    detail,
  };
}

export const presentUnwatched = ({ network, walletKind }: UnwatchedNetwork): Static<typeof NetworkSchema> => ({
  name: network.name,
  title: network.title,
  wallet: walletKind,
  assets: [],
  state: 'unwatched',
  read_at: null,
  since: null,
  detail: `To watch it, set ${rpcVariable(network.name)} to the URL of a node and restart the server.`,
});
