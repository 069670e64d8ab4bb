import { LIMITS } from '../limits.ts';

const BARE = new RegExp(`^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,${LIMITS.idempotencyKeyLengthMax - 2}}[\\x21-\\x7e])?$`);

/**
 * Parses the header: a bare key, or a structured-field string, whose quotes are not part of the key. Undefined if the
 * text is not a valid key.
 */
export function parseIdempotencyKey(text: string): string | undefined {
  const quoted = /^"(.*)"$/.exec(text);
  const key = quoted ? (quoted[1] ?? '').replaceAll(/\\(["\\])/g, '$1') : text;
  return BARE.test(key) ? key : undefined;
}
