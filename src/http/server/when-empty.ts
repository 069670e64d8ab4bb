import type { TSchema } from 'typebox';

/** Where a schema has the sentence. It is not enumerable, so the OpenAPI documents do not contain it. */
export const WHEN_EMPTY = '~whenEmpty';

/** A text that must not be empty, and the error that says what to enter. */
export const whenEmpty = <Schema extends TSchema>(sentence: string, schema: Schema): Schema =>
  Object.defineProperty(schema, WHEN_EMPTY, { value: sentence, configurable: true, enumerable: false, writable: true });
