import { NETWORKS, type Network } from './network.ts';

/**
 * The page of a block explorer about a transaction or an address. Undefined for a network that only this machine can
 * see, and for one that this version does not know.
 */
export function explorerUrl(network: string, kind: 'tx' | 'address', value: string): string | undefined {
  const known = Object.hasOwn(NETWORKS, network) ? (NETWORKS as Record<string, Network>)[network] : undefined;
  return known?.explorer?.[kind].replace(`{${kind}}`, () => encodeURIComponent(value));
}
