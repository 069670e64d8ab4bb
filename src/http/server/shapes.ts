import { type TSchema, Type } from 'typebox';
import { INTENT_STATUSES } from '../../domain/intents/intent-status.ts';

/** What many schemas are made of. */

/** An object has the members that are named, and no others. */
export const closed = { additionalProperties: false };

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** One of these words. */
export const words = (list: readonly string[], about: { description?: string } = {}) =>
  Type.Union(
    list.map((word) => Type.Literal(word)),
    about,
  );

export const statusWords = (about: { description?: string } = {}) => words(Object.keys(INTENT_STATUSES), about);

export const Time = Type.String({ format: 'date-time' });

/** Of an asset. */
export const CryptoAmount = (description: string) => Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$', description });
