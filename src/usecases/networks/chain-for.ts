import { Problem } from '../../domain/errors.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import type { ChainAdapter, Chains } from '../../ports/chain.ts';

/** The network that somebody names; a sentence that says what to do where it cannot be had. */
export function chainFor(chains: Chains, name: string, livemode: boolean): ChainAdapter {
  const chain = chains.get(name);
  if (chain?.network.livemode === livemode) return chain;
  const usable = [...chains.values()].filter(({ network }) => network.livemode === livemode);
  const variable = `FLORIN_RPC_${name.toUpperCase().replaceAll('-', '_')}`;
  const detail = chain
    ? `The network ${name} is one of ${livemode ? 'test' : 'live'} mode.`
    : name in NETWORKS
      ? `This server does not watch ${name}; whoever runs it can set ${variable} to the address of a node.`
      : `There is no network ${name}; this server watches ${usable.map(({ network }) => network.name).join(', ')}.`;
  throw new Problem('validation_failed', 'The network cannot be used.', {
    errors: [{ pointer: '#/network', code: 'invalid_value', detail }],
  });
}
