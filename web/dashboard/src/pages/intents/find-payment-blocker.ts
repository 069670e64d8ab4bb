import type { Network, Wallet } from '../../api/generated.ts';
import type { Intent } from '../../api/types.ts';
import { hasWallet } from '../../format/network.ts';

export type PaymentBlocker = 'no_network' | 'no_wallet' | 'not_opened';

/** Why a payment intent has no payment target: its asset cannot be received, or the checkout was never opened. */
export function findPaymentBlocker(
  { targets, asset }: Pick<Intent, 'targets' | 'asset'>,
  networks: readonly Network[],
  wallets: readonly Pick<Wallet, 'network'>[],
): PaymentBlocker | undefined {
  if (targets.length > 0) return undefined;
  const supporting = networks.filter(({ assets, state }) => state !== 'unwatched' && assets.includes(asset));
  if (supporting.length === 0) return 'no_network';
  return supporting.some((network) => hasWallet(network, wallets)) ? 'not_opened' : 'no_wallet';
}
