import type { MerchantId } from '../ids.ts';
import { describeWallet, WALLET_CHANGES, type WalletChange } from '../wallets/describe-wallet.ts';
import { eventIdOf } from './event-id.ts';

type ChangedWallet = Parameters<typeof describeWallet>[0] & { merchantId: MerchantId };

/** The event of a change to a wallet, which is given as it is afterwards. */
export const walletEvent = (wallet: ChangedWallet, change: WalletChange, atMs: number) => ({
  id: eventIdOf(wallet.id, WALLET_CHANGES.indexOf(change), atMs),
  merchantId: wallet.merchantId,
  livemode: wallet.livemode,
  type: 'wallet.changed' as const,
  object: describeWallet(wallet, change),
  atMs,
});
