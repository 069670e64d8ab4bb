import { warnOfUnused } from '../../domain/wallets/unused-addresses.ts';
import type { ShownWallet } from '../../usecases/wallets/list-wallets.ts';

export const presentWallet = ({ wallet, addresses, unusedInARow }: ShownWallet) => ({
  id: wallet.id,
  object: 'wallet',
  livemode: wallet.livemode,
  network: wallet.network,
  kind: wallet.kind,
  addresses,
  next_index: wallet.kind === 'extended_key' ? wallet.nextIndex : null,
  unused_in_a_row: wallet.kind === 'extended_key' ? unusedInARow : null,
  warnings: warnOfUnused(unusedInARow),
  created_at: new Date(wallet.createdAtMs).toISOString(),
  effective_at: new Date(wallet.effectiveAtMs).toISOString(),
});

export const exampleWallet = {
  id: 'wal_01kA7mM2f8wQ3xY5vB9cD4',
  object: 'wallet',
  livemode: false,
  network: 'solana-devnet',
  kind: 'address',
  addresses: ['7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'],
  next_index: null,
  unused_in_a_row: null,
  warnings: [],
  created_at: '2026-11-15T09:30:00.000Z',
  effective_at: '2026-11-15T09:30:00.000Z',
};
