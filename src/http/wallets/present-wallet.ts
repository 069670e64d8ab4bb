import type { Static } from 'typebox';
import { warnOfWallet } from '../../domain/wallets/warn-of-wallet.ts';
import type { ReleasedWallet } from '../../usecases/wallets/list-released-wallets.ts';
import type { ShownWallet } from '../../usecases/wallets/list-wallets.ts';
import type { WalletListSchema, WalletSchema } from './wallet-schema.ts';

export const presentWallet = ({
  wallet,
  networks,
  addresses,
  unusedInARow,
}: ShownWallet): Static<typeof WalletSchema> => ({
  id: wallet.id,
  object: 'wallet',
  livemode: wallet.livemode,
  network: wallet.network,
  networks: [...networks],
  kind: wallet.kind,
  addresses: [...addresses],
  next_index: wallet.kind === 'extended_key' ? wallet.nextIndex : null,
  unused_in_a_row: wallet.kind === 'extended_key' ? unusedInARow : null,
  warnings: warnOfWallet(wallet, unusedInARow),
  created_at: new Date(wallet.createdAtMs).toISOString(),
  effective_at: new Date(wallet.effectiveAtMs).toISOString(),
});

type Released = Static<typeof WalletListSchema>['released'][number];

export const presentReleased = ({ wallet, address, releasedAtMs }: ReleasedWallet): Released => ({
  id: wallet.id,
  network: wallet.network,
  address: address ?? null,
  released_at: new Date(releasedAtMs).toISOString(),
});
