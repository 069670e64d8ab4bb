import { rpcAdvice } from '../../domain/networks/rpc-advice.ts';
import { rpcExample } from '../../domain/networks/rpc-example.ts';
import type { ListedNetwork } from '../../usecases/networks/list-networks.ts';

/** What the command line shows of a network: the same members as in the API. */
export interface NetworkRow {
  name: string;
  state: string;
  cause: string | null;
  newest_block: { height: number; time: string | null } | null;
  read_at: string | null;
  since: string | null;
  nodes: readonly { name: string; state: string; reason: string | null; calls_per_second: number | null }[];
  assets: readonly string[];
  turn_on: string | null;
  detail: string;
}

/** For the operator, who may see the hosts of the nodes. */
export function presentNetworkRow({ network, assets, view, readAtMs }: ListedNetwork): NetworkRow {
  return {
    name: network.name,
    state: view?.state ?? 'unwatched',
    cause: view?.cause ?? null,
    newest_block: view?.newestBlock
      ? { height: view.newestBlock.height, time: timeOrNull(view.newestBlock.timeMs) }
      : null,
    read_at: timeOrNull(readAtMs),
    since: timeOrNull(view?.sinceMs),
    nodes: (view?.nodes ?? []).map(({ name, state, reason, callsPerSecond }) => ({
      name,
      state,
      reason: reason ?? null,
      calls_per_second: callsPerSecond ?? null,
    })),
    assets,
    turn_on: view ? null : rpcExample(network),
    detail: view?.detail ?? rpcAdvice(network),
  };
}

/** The same members of a network that the API returned. */
export const pickNetworkRow = (network: NetworkRow): NetworkRow => ({
  name: network.name,
  state: network.state,
  cause: network.cause,
  newest_block: network.newest_block,
  read_at: network.read_at,
  since: network.since,
  nodes: network.nodes,
  assets: network.assets,
  turn_on: network.turn_on,
  detail: network.detail,
});

const timeOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());
