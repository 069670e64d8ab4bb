import type { Static } from 'typebox';
import { makeId } from '../../domain/ids.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { ownershipMessage } from '../../domain/wallets/ownership-message.ts';
import { warnOfWallet } from '../../domain/wallets/warn-of-wallet.ts';
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

/** Every payment to this wallet gets its own address. */
export const exampleKeyWallet: Static<typeof WalletSchema> = {
  ...exampleWallet,
  id: 'wal_01kA7mM2f8wQ3xY5vB9cD5',
  network: 'evm',
  networks: ['ethereum-sepolia', 'base-sepolia'],
  kind: 'extended_key',
  addresses: [
    EXAMPLE_EVM_ADDRESS,
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  ],
  next_index: 7,
  unused_in_a_row: 2,
  warnings: warnOfWallet({ network: 'evm', kind: 'extended_key' }, 2),
};

/** A wallet that another merchant proved to own. */
export const exampleReleasedWallet = {
  id: 'wal_01kA7mM2f8wQ3xY5vB9cD3',
  network: 'litecoin-testnet',
  address: 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0',
  released_at: '2026-11-14T16:20:00.000Z',
};

export const exampleRemovedWallet = { id: exampleWallet.id, deleted: true };
