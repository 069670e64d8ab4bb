import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { walletNetworkOf } from '../../domain/wallets/wallet-network-of.ts';
import { closed, Livemode, nullable, Time, words } from '../server/shapes.ts';
import { WarningSchema } from '../server/warning-schema.ts';

export const WalletSchema = Type.Object(
  {
    id: Type.String({ pattern: '^wal_[0-9A-Za-z]{22}$', description: 'The wallet’s ID.' }),
    object: Type.Literal('wallet'),
    livemode: Livemode,
    network: Type.String({
      description: 'The network’s name, such as `solana` or `bitcoin`, or `evm` for Ethereum and compatible networks.',
    }),
    networks: Type.Array(Type.String(), {
      description: 'The networks that the wallet receives payments on and that the server watches.',
    }),
    kind: words(['address', 'extended_key'], {
      description: '`address`: all payments go there. `extended_key`: each payment gets its own address.',
    }),
    addresses: Type.Array(Type.String(), {
      description: 'The address, or the next three addresses of an extended key. The key itself is never returned.',
    }),
    next_index: nullable(Type.Integer({ description: 'The index of the extended key’s next address.' })),
    unused_in_a_row: nullable(
      Type.Integer({
        minimum: 0,
        maximum: LIMITS.unusedAddressesCounted,
        description: `The number of consecutive unpaid addresses at the end of an extended key, counted up to ${LIMITS.unusedAddressesCounted}.`,
      }),
    ),
    warnings: Type.Array(WarningSchema, {
      description: 'What you should know about the wallet.',
    }),
    created_at: Time('When it was added.'),
    effective_at: Time('When new payments start to use the wallet.'),
  },
  { ...closed, title: 'Wallet', description: 'Where the payments of a network go.' },
);

const ReleasedWalletSchema = Type.Object(
  {
    id: Type.String({ description: 'The wallet’s ID.' }),
    network: Type.String({ description: 'The `network` of the wallet.' }),
    address: nullable(Type.String({ description: 'Null for an extended key, which is never returned.' })),
    released_at: Time('When you lost it.'),
  },
  { ...closed, title: 'ReleasedWallet', description: 'A wallet that another merchant proved to own.' },
);

export const WalletListSchema = Type.Object(
  {
    data: Type.Array(WalletSchema),
    released: Type.Array(ReleasedWalletSchema, {
      description:
        'Wallets that you lost, because another merchant proved with a signature that they own them, or because the operator ' +
        'released them. Shown for 30 days, or until you add another wallet on the network. Payments that were already ' +
        'requested on them still count.',
    }),
  },
  closed,
);

export const ChallengeBody = Type.Object(
  {
    network: Type.String({
      maxLength: 32,
      description: 'A network whose wallets can sign messages, such as `solana` or `evm`.',
    }),
    address: Type.String({ maxLength: LIMITS.walletTextLengthMax, description: 'The address of the wallet.' }),
  },
  closed,
);

export const ChallengeSchema = Type.Object(
  {
    message: Type.String({ description: 'Sign these bytes (UTF-8) with the wallet.' }),
    issued_at: Time('Send it in `proof` with the signature.'),
    expires_at: Time('The signature is accepted until then.'),
  },
  { ...closed, title: 'WalletChallenge', description: 'The message to sign to prove that a wallet is yours.' },
);

const Proof = Type.Object(
  {
    issued_at: Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
      description: 'The `issued_at` of the message.',
      'x-expected': 'the issued_at of the message',
    }),
    signature: Type.String({
      maxLength: LIMITS.signatureLengthMax,
      description: 'The signature of the message: base64 for Solana, hexadecimal for EVM networks.',
    }),
  },
  {
    ...closed,
    description:
      'A signature by the wallet, for an address that another merchant uses. It moves the address to you: get the message ' +
      'from `POST …/wallets/challenge`.',
  },
);

const WALLET_NETWORKS = [...new Set(Object.values(NETWORKS).map(walletNetworkOf))];

const SCRIPT_TYPES = ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', 'p2tr'] as const;

export const AddWalletBody = Type.Object(
  {
    network: Type.String({
      maxLength: 32,
      description:
        `One of ${WALLET_NETWORKS.join(', ')}. One wallet for \`evm\` serves every EVM network of the mode that the server ` +
        'watches.',
    }),
    address: Type.Optional(Type.String({ maxLength: LIMITS.walletTextLengthMax, description: 'A single address.' })),
    xpub: Type.Optional(
      Type.String({
        maxLength: LIMITS.walletTextLengthMax,
        description: 'An extended public key or a descriptor. Never send a private key or a seed phrase.',
      }),
    ),
    script_type: Type.Optional(
      words(SCRIPT_TYPES, { description: 'The address type. Required if the key does not determine it.' }),
    ),
    start_index: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LIMITS.walletIndexMax,
        description: 'The index of the first address to use.',
        default: 0,
      }),
    ),
    proof: Type.Optional(Proof),
    dry_run: Type.Optional(Type.Boolean({ description: 'Validate the wallet without storing it.', default: false })),
  },
  closed,
);

/** A stolen session must not be enough to redirect money, so the dashboard sends the password again. */
const PasswordAgain = Type.String({
  maxLength: LIMITS.passwordSentLengthMax,
  description: 'The password of the signed-in user.',
});

export const AddSessionWalletBody = Type.Object(
  { ...AddWalletBody.properties, password: Type.Optional(PasswordAgain) },
  closed,
);

export const RemoveSessionWalletBody = Type.Object({ password: PasswordAgain }, closed);

export const RemovedWalletSchema = Type.Object(
  { id: Type.String({ description: 'The wallet’s ID.' }), deleted: Type.Literal(true) },
  closed,
);
