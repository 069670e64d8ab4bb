import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { LinkSigner } from '../ports/link-signer.ts';

/** HMAC-SHA256 with a key derived from `FLORIN_SECRET`. The vault uses a different key. */
export function createLinkSigner(secret: string): LinkSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'florin links v1', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text) => sign(text).toString('base64url'),
    isSigned(text, signature) {
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(text);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
