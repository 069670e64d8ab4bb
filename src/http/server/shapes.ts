import { type TSchema, Type } from 'typebox';
import { INTENT_STATUSES, type IntentStatus } from '../../domain/intents/intent-status.ts';

/** For objects that have only the named members. */
export const closed = { additionalProperties: false };

export const nullable = <S extends TSchema>(schema: S, about: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], about);

/** One of these words. */
export const words = <const Word extends string>(list: readonly Word[], about: { description?: string } = {}) =>
  Type.Unsafe<Word>(
    Type.Union(
      list.map((word) => Type.Literal(word)),
      about,
    ),
  );

const STATUSES = Object.keys(INTENT_STATUSES) as IntentStatus[];

export const statusWords = (about: { description?: string } = {}) => words(STATUSES, about);

export const Time = (description: string) => Type.String({ format: 'date-time', description });

export const Livemode = Type.Boolean({ description: 'Whether it belongs to live mode.' });

export const NetworkName = Type.String({ description: 'The network’s name, such as `solana` or `base`.' });

export const AssetCode = Type.String({ description: 'The asset’s code.' });

export const IntentIdText = Type.String({ description: 'The payment intent’s ID.' });

export const CurrencyCode = Type.String({ description: 'The currency code.' });

export const CryptoAmount = (description: string) => Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$', description });

export const NextCursor = nullable(
  Type.String({ description: 'Send it as `cursor` to get the next page. Null on the last page.' }),
);
