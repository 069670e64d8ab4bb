import type { Static } from 'typebox';
import { rpcAdvice } from '../../domain/networks/rpc-advice.ts';
import { rpcExample } from '../../domain/networks/rpc-example.ts';
import { walletNetworkOf } from '../../domain/wallets/wallet-network-of.ts';
import { hideNodeNames } from '../../usecases/networks/hide-node-names.ts';
import type { ListedNetwork } from '../../usecases/networks/list-networks.ts';
import type { NetworkView } from '../../usecases/networks/view-networks.ts';
import type { NetworkSchema } from './network-schema.ts';

type NetworkAnswer = Static<typeof NetworkSchema>;

export const presentNetwork = ({ network, assets, wallets, view, readAtMs }: ListedNetwork): NetworkAnswer => ({
  name: network.name,
  chain_id: network.chainId,
  title: network.title,
  wallet: wallets[0] ?? 'none',
  wallet_network: walletNetworkOf(network),
  assets: [...assets],
  explorer: network.explorer ? { tx: network.explorer.tx, address: network.explorer.address } : null,
  read_at: timeOrNull(readAtMs),
  ...(view
    ? { ...presentView(hideNodeNames(view)), turn_on: null }
    : { ...UNWATCHED, detail: rpcAdvice(network), turn_on: rpcExample(network) }),
});

type State = Pick<NetworkAnswer, 'state' | 'cause' | 'newest_block' | 'since' | 'nodes'>;

const UNWATCHED: State = { state: 'unwatched', cause: null, newest_block: null, since: null, nodes: [] };

const presentView = ({
  state,
  cause,
  newestBlock,
  sinceMs,
  nodes,
  detail,
}: NetworkView): State & { detail: string } => ({
  state,
  cause: cause ?? null,
  newest_block: newestBlock ? { height: newestBlock.height, time: timeOrNull(newestBlock.timeMs) } : null,
  since: timeOrNull(sinceMs),
  nodes: nodes.map(({ name, state: nodeState, reason, callsPerSecond }) => ({
    name,
    state: nodeState,
    reason: reason ?? null,
    calls_per_second: callsPerSecond ?? null,
  })),
  detail,
});

const timeOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());
