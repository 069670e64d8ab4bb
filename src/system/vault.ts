import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Vault } from '../ports/vault.ts';

const VERSION = 'v1';

/** AES-256-GCM with a key derived from `FLORIN_SECRET`. The sealed text begins with its version, so the format can change. */
export function createVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'florin vault v1', 32));
  return {
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [VERSION, ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    open(text) {
      const [version, nonce = '', sealed = '', tag = ''] = text.split('.');
      if (version !== VERSION) throw new Error('This value was sealed by a newer version of Florin.');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      try {
        return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new Error('This value was sealed with a different FLORIN_SECRET.', { cause: error });
      }
    },
  };
}
