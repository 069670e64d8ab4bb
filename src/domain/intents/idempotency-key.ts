import { LIMITS } from '../limits.ts';

const BARE = new RegExp(`^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,${LIMITS.idempotencyKeyLengthMax - 2}}[\\x21-\\x7e])?$`);

/**
 * Reads the header's text: bare, or quoted as a structured-field string, in which case the quotes do not count.
 * Undefined where it is no key.
 */
export function parseIdempotencyKey(text: string): string | undefined {
  const quoted = /^"(.*)"$/.exec(text);
  const key = quoted ? (quoted[1] ?? '').replaceAll(/\\(["\\])/g, '$1') : text;
  return BARE.test(key) ? key : undefined;
}
