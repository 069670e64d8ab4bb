import { modeOf } from '../../domain/keys/key.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { rpcVariable } from '../../domain/networks/rpc-variable.ts';
import type { ChainAdapter, Chains } from '../../ports/chain.ts';
import { unusableNetwork } from './unusable-network.ts';

/** The network with this name. Throws a Problem that says what to do if it cannot be used. */
export function chainFor(chains: Chains, name: string, livemode: boolean): ChainAdapter {
  const chain = chains.get(name);
  if (chain?.network.livemode === livemode) return chain;
  const watched = [...chains.values()].filter(({ network }) => network.livemode === livemode);
  const names = watched.map(({ network }) => network.name).join(', ') || `none in ${modeOf(livemode)} mode`;
  const detail = chain
    ? `The network ${name} is available only in ${modeOf(!livemode)} mode.`
    : name in NETWORKS
      ? `This server does not watch ${name}. Its operator can set ${rpcVariable(name)} to the URL of a node; a command needs the same environment as the server.`
      : `There is no network ${name}. This server watches ${names}.`;
  throw unusableNetwork(detail);
}
