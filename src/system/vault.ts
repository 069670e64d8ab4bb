import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Vault } from '../ports/vault.ts';

const VERSION = 'v1';

/** AES-256-GCM under a key derived from `FLORIN_SECRET`. The text says its version, so that a later one can differ. */
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
      if (version !== VERSION) throw new Error('This was sealed by a newer version.');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      try {
        return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new Error('FLORIN_SECRET is not the one with which this was sealed.', { cause: error });
      }
    },
  };
}
