import { Problem } from '../../domain/errors.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { nodeVariable } from '../../domain/networks/node-variable.ts';
import type { ChainAdapter, Chains } from '../../ports/chain.ts';

/** The network with this name. Throws a Problem that says what to do if it cannot be used. */
export function chainFor(chains: Chains, name: string, livemode: boolean): ChainAdapter {
  const chain = chains.get(name);
  if (chain?.network.livemode === livemode) return chain;
  const usable = [...chains.values()].filter(({ network }) => network.livemode === livemode);
  const detail = chain
    ? `The network ${name} is available only in ${livemode ? 'test' : 'live'} mode.`
    : name in NETWORKS
      ? `This server does not watch ${name}. To watch it, set ${nodeVariable(name)} to the URL of a node.`
      : `There is no network ${name}. This server watches ${usable.map(({ network }) => network.name).join(', ')}.`;
  throw new Problem('validation_failed', 'The network cannot be used.', {
    errors: [{ pointer: '#/network', code: 'invalid_value', detail }],
  });
}
