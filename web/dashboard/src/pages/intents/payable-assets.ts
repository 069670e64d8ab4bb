import type { Network, Wallet } from '../../api/generated.ts';
import { hasWallet } from '../../format/network.ts';

/** Of the assets that can only be simulated, the one that the documentation pays with comes first. */
const SAMPLE_ASSET = 'SOL';

/**
 * What a customer can pay with: the assets of watched networks on which the merchant has a wallet, or needs none. The first
 * is the most likely one.
 */
export function payableAssets(networks: readonly Network[], wallets: readonly Wallet[], nowMs: number): string[] {
  const active = wallets.filter(({ effective_at: at }) => Date.parse(at) <= nowMs);
  const payable = networks.filter((network) => network.state !== 'unwatched' && hasWallet(network, active));
  const received = payable.filter(({ wallet }) => wallet !== 'none').flatMap(({ assets }) => assets);
  const simulated = payable.filter(({ wallet }) => wallet === 'none').flatMap(({ assets }) => assets);
  const sample = simulated.filter((asset) => asset === SAMPLE_ASSET);
  return [...new Set([...received, ...sample, ...simulated])];
}
