import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { LinkSigner } from '../ports/link-signer.ts';

/** HMAC-SHA256 under a key derived from `FLORIN_SECRET`, another one than the vault's. */
export function createLinkSigner(secret: string): LinkSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'florin links v1', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text) => sign(text).toString('base64url'),
    isSigned(text, signature) {
      const given = Buffer.from(signature, 'base64url');
      const right = sign(text);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
