import type { Static } from 'typebox';
import { makeId } from '../../domain/ids.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { ownershipMessage } from '../../domain/wallets/ownership-message.ts';
import { PATH_PARAMETERS } from '../server/path-parameters.ts';
import type { WalletSchema } from './wallet-schema.ts';

export const EXAMPLE_ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

export const EXAMPLE_EVM_ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/** A wallet as the API returns it. */
export const exampleWallet: Static<typeof WalletSchema> = {
  id: PATH_PARAMETERS.wallet_id.example,
  object: 'wallet',
  livemode: false,
  network: 'solana-devnet',
  networks: ['solana-devnet'],
  kind: 'address',
  addresses: [EXAMPLE_ADDRESS],
  next_index: null,
  unused_in_a_row: null,
  warnings: [],
  created_at: '2026-11-15T09:30:00.000Z',
  effective_at: '2026-11-15T09:30:00.000Z',
};

export const exampleChallenge = {
  message: ownershipMessage({
    origin: 'https://pay.example.com',
    merchantId: makeId('mer', Date.UTC(2026, 10, 15, 9), new Uint8Array(10)),
    chainId: NETWORKS['solana-devnet'].chainId,
    address: EXAMPLE_ADDRESS,
    issuedAtMs: Date.UTC(2026, 10, 15, 9, 30),
  }),
  issued_at: '2026-11-15T09:30:00.000Z',
  expires_at: '2026-11-15T09:45:00.000Z',
};

export const exampleRemovedWallet = { id: exampleWallet.id, deleted: true };
