import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { closed, nullable, Time, words } from '../server/shapes.ts';
import { WarningSchema } from '../server/warning-schema.ts';

export const WalletSchema = Type.Object(
  {
    id: Type.String({ pattern: '^wal_[0-9A-Za-z]{22}$' }),
    object: Type.Literal('wallet'),
    livemode: Type.Boolean(),
    network: Type.String({ description: 'The network’s name, such as `solana` or `bitcoin`.' }),
    kind: words(['address', 'extended_key']),
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
      description: `\`many_unused_addresses\` after ${LIMITS.unusedAddressesWarned} consecutive unused addresses: many wallet apps stop scanning after 20.`,
    }),
    created_at: Time,
    effective_at: Type.String({ format: 'date-time', description: 'When new payments start to use the wallet.' }),
  },
  { ...closed, title: 'Wallet' },
);

export const WalletListSchema = Type.Object({ data: Type.Array(WalletSchema) }, closed);

const SCRIPT_TYPES = ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', 'p2tr'] as const;

export const AddWalletBody = Type.Object(
  {
    network: Type.String({ maxLength: 32, description: `One of ${Object.keys(NETWORKS).join(', ')}.` }),
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

export const RemovedWalletSchema = Type.Object({ id: Type.String(), deleted: Type.Literal(true) }, closed);
