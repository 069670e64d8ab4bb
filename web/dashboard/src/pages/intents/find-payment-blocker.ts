import type { Network, Wallet } from '../../api/generated.ts';
import type { Intent } from '../../api/types.ts';

export type PaymentBlocker = 'no_network' | 'no_wallet' | 'not_opened';

/** Why an intent has no place for money: nothing can take its asset, or nobody has asked for a place yet. */
export function findPaymentBlocker(
  { targets, asset }: Pick<Intent, 'targets' | 'asset'>,
  networks: readonly Network[],
  wallets: readonly Pick<Wallet, 'network'>[],
): PaymentBlocker | undefined {
  if (targets.length > 0) return undefined;
  const fitting = networks.filter(({ assets }) => assets.includes(asset));
  if (fitting.length === 0) return 'no_network';
  const usable = fitting.some(
    ({ name, wallet }) => wallet === 'none' || wallets.some(({ network }) => network === name),
  );
  return usable ? 'not_opened' : 'no_wallet';
}
