import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { LinkSigner } from '../ports/link-signer.ts';

/**
 * HMAC-SHA256 with a key derived from `FLORIN_SECRET`. The vault uses a different key. Links that were signed with the
 * previous secret stay valid.
 */
export function createLinkSigner({ secret, previous }: { secret: string; previous: string | undefined }): LinkSigner {
  const sign = signWith(secret);
  const signers = previous === undefined ? [sign] : [sign, signWith(previous)];
  return {
    sign: (text) => sign(text).toString('base64url'),
    isSigned(text, signature) {
      const given = Buffer.from(signature, 'base64url');
      return signers.some((signer) => {
        const expected = signer(text);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}

function signWith(secret: string): (text: string) => Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'florin links v1', 32));
  return (text) => createHmac('sha256', key).update(text).digest();
}
