import type { WalletId } from '../ids.ts';

interface DescribedWallet {
  id: WalletId;
  livemode: boolean;
  network: string;
  kind: 'address' | 'extended_key';
  createdAtMs: number;
  effectiveAtMs: number;
  removedAtMs: number | undefined;
  releasedAtMs: number | undefined;
}

/** What can happen to a wallet. The order is part of the IDs of events, so a new one comes last. */
export const WALLET_CHANGES = ['added', 'removed', 'released'] as const;
export type WalletChange = (typeof WALLET_CHANGES)[number];

const timeOrNull = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** A wallet after a change, for its event. Addresses and keys are not part of it. */
export const describeWallet = (wallet: DescribedWallet, change: WalletChange) => ({
  id: wallet.id,
  object: 'wallet',
  livemode: wallet.livemode,
  network: wallet.network,
  kind: wallet.kind,
  change,
  created_at: new Date(wallet.createdAtMs).toISOString(),
  effective_at: new Date(wallet.effectiveAtMs).toISOString(),
  removed_at: timeOrNull(wallet.removedAtMs),
  released_at: timeOrNull(wallet.releasedAtMs),
});
