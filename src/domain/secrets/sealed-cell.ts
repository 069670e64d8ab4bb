import type { DataStoreId, EndpointId, KeyId, MailId, MerchantId, UserId, WalletId } from '../ids.ts';
import { type Mode, modeOf } from '../keys/key.ts';

/** The column and the row that a sealed value belongs to, and whose row it is. */
export type SealedCell = ControlCell | EndpointCell;

/** A cell of the control plane. A data store is the operator's and may serve any merchant. */
export type ControlCell =
  | readonly [column: 'api_keys.sealed_private_key', row: KeyId, merchant: MerchantId, mode: Mode]
  | readonly [column: 'data_stores.sealed_url', row: DataStoreId]
  | readonly [column: 'mails.sealed_content', row: MailId]
  | readonly [column: 'totp_secrets.sealed_secret', row: UserId]
  | readonly [column: 'wallets.sealed_text', row: WalletId, merchant: MerchantId, mode: Mode, network: string];

/** A cell of the data plane. */
export type EndpointCell = readonly [
  column: 'webhook_endpoints.sealed_secret' | 'webhook_endpoints.sealed_previous_secret',
  row: EndpointId,
  merchant: MerchantId,
  mode: Mode,
];

interface Owned<Id> {
  id: Id;
  merchantId: MerchantId;
  livemode: boolean;
}

export const keyCell = ({ id, merchantId, livemode }: Owned<KeyId>): ControlCell => [
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
}: Owned<WalletId> & { network: string }): ControlCell => [
  'wallets.sealed_text',
  id,
  merchantId,
  modeOf(livemode),
  network,
];

export const endpointCell = (
  secret: 'secret' | 'previous_secret',
  { id, merchantId, livemode }: Owned<EndpointId>,
): EndpointCell => [`webhook_endpoints.sealed_${secret}`, id, merchantId, modeOf(livemode)];
