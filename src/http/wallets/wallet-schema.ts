import { type Static, Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { closed, nullable, Time, words } from '../server/shapes.ts';
import { WarningSchema } from '../server/warning-schema.ts';

export const WalletSchema = Type.Object(
  {
    id: Type.String({ pattern: '^wal_[0-9A-Za-z]{22}$' }),
    object: Type.Literal('wallet'),
    livemode: Type.Boolean(),
    network: Type.String({ description: 'Such as `solana` or `bitcoin`.' }),
    kind: words(['address', 'extended_key']),
    addresses: Type.Array(Type.String(), {
      description: 'The address, or the next three of an extended key. The key itself is never answered.',
    }),
    next_index: nullable(Type.Integer({ description: 'The next index of an extended key; it only grows.' })),
    unused_in_a_row: nullable(
      Type.Integer({
        minimum: 0,
        maximum: LIMITS.unusedAddressesCounted,
        description: `How many of the last addresses of an extended key saw no money; more than ${LIMITS.unusedAddressesCounted} are not counted.`,
      }),
    ),
    warnings: Type.Array(WarningSchema, {
      description: `\`many_unused_addresses\` from ${LIMITS.unusedAddressesWarned} unused addresses in a row on: many wallets stop looking after 20.`,
    }),
    created_at: Time,
    effective_at: Type.String({ format: 'date-time', description: 'From when on payments go there.' }),
  },
  { ...closed, title: 'Wallet' },
);

export const WalletListSchema = Type.Object({ data: Type.Array(WalletSchema) }, closed);

const SCRIPT_TYPES = ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', 'p2tr'] as const;

export const AddWalletBody = Type.Object(
  {
    network: Type.String({ maxLength: 32, description: `One of ${Object.keys(NETWORKS).join(', ')}.` }),
    address: Type.Optional(Type.String({ maxLength: LIMITS.walletTextLengthMax, description: 'A plain address.' })),
    xpub: Type.Optional(
      Type.String({
        maxLength: LIMITS.walletTextLengthMax,
        description: 'An extended public key or a descriptor. A private key or seed words are refused.',
      }),
    ),
    script_type: Type.Optional(
      Type.Union(
        SCRIPT_TYPES.map((type) => Type.Literal(type)),
        { description: 'Where the key does not say it itself.' },
      ),
    ),
    start_index: Type.Optional(
      Type.Integer({ minimum: 0, maximum: LIMITS.walletIndexMax, description: 'The first index to use.', default: 0 }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Only show what would be kept.', default: false })),
  },
  closed,
);

export type AddWalletBody = Static<typeof AddWalletBody>;

/** At the dashboard: a session may be stolen, and whoever has it must not be able to send the money elsewhere. */
const PasswordAgain = Type.String({ maxLength: LIMITS.passwordSentLengthMax, description: 'The password, once more.' });

export const AddSessionWalletBody = Type.Object(
  { ...AddWalletBody.properties, password: Type.Optional(PasswordAgain) },
  closed,
);

export type AddSessionWalletBody = Static<typeof AddSessionWalletBody>;

export const RemoveSessionWalletBody = Type.Object({ password: PasswordAgain }, closed);

export type RemoveSessionWalletBody = Static<typeof RemoveSessionWalletBody>;

export const RemovedWalletSchema = Type.Object({ id: Type.String(), deleted: Type.Literal(true) }, closed);
