import type { DataStoreId, KeyId, MerchantId, WalletId } from '../ids.ts';
import { type Mode, modeOf } from '../keys/key.ts';

/**
 * The column and the row that a sealed value belongs to, and whose row it is. A data store is the operator's and may serve
 * any merchant.
 */
export type SealedCell =
  | readonly [column: 'api_keys.sealed_private_key', row: KeyId, merchant: MerchantId, mode: Mode]
  | readonly [column: 'data_stores.sealed_url', row: DataStoreId]
  | readonly [column: 'wallets.sealed_text', row: WalletId, merchant: MerchantId, mode: Mode, network: string];

interface Owned<Id> {
  id: Id;
  merchantId: MerchantId;
  livemode: boolean;
}

export const keyCell = ({ id, merchantId, livemode }: Owned<KeyId>): SealedCell => [
  'api_keys.sealed_private_key',
  id,
  merchantId,
  modeOf(livemode),
];

export const walletCell = ({
  id,
  merchantId,
  livemode,
  network,
}: Owned<WalletId> & { network: string }): SealedCell => [
  'wallets.sealed_text',
  id,
  merchantId,
  modeOf(livemode),
  network,
];
