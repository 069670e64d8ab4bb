import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { SealedCell } from '../domain/secrets/sealed-cell.ts';
import type { Vault } from '../ports/vault.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
/** Node accepts tags of four bytes otherwise, which can be guessed. */
const TAG = { authTagLength: 16 };

export interface VaultSecrets {
  secret: string;
  /** Opens what an earlier secret sealed, and seals nothing. */
  previous: string | undefined;
  /** Whether a value that is not bound to its cell is refused. */
  boundOnly: boolean;
}

/** The keys that are derived from one secret. */
interface Keys {
  /** Names the secret in the sealed text and reveals nothing about it. */
  id: string;
  /** Of values that are bound to their cell. */
  bound: KeyObject;
  /** Of values that an earlier version sealed. */
  loose: KeyObject;
}

/**
 * AES-256-GCM with keys derived from `FLORIN_SECRET` (docs/adr/0024-vault-format.md). The text is
 * `v2.<key id>.<nonce>.<ciphertext>.<tag>`, and the cell is authenticated with it. Earlier versions wrote
 * `v1.<nonce>.<ciphertext>.<tag>`, bound to nothing. Until those are refused, a new value has both, one after the other,
 * so that a node of the previous version can read it.
 */
export function createVault({ secret, previous, boundOnly }: VaultSecrets): Vault {
  const current = keysOf(secret);
  const all = previous === undefined ? [current] : [current, keysOf(previous)];

  function sealBound(plain: string, cell: SealedCell): string {
    const associated = associatedData(current.id, cell);
    return ['v2', current.id, ...encrypt(current.bound, plain, associated)].join('.');
  }

  function openBound([id = '', ...parts]: readonly string[], cell: SealedCell): string {
    const keys = all.find((one) => one.id === id);
    if (!keys) throw otherSecret();
    try {
      return decrypt(keys.bound, parts, associatedData(id, cell));
    } catch (cause) {
      const what = 'was changed, was moved there from elsewhere, or its row was given to somebody else';
      throw new Error(`The value in ${nameOf(cell)} ${what}.`, { cause });
    }
  }

  function openLoose(parts: readonly string[], cell: SealedCell): string {
    if (boundOnly) throw new Error(`The value in ${nameOf(cell)} is not bound to its row.`);
    for (const { loose } of all) {
      try {
        return decrypt(loose, parts);
      } catch {
        // The other secret may have sealed it.
      }
    }
    throw otherSecret();
  }

  function open(text: string, cell: SealedCell): string {
    const { bound, loose } = parse(text);
    if (bound) return openBound(bound, cell);
    if (loose) return openLoose(loose, cell);
    throw new Error('This value is damaged, or was sealed by a newer version of Florin.');
  }

  return {
    open,
    seal(plain, cell) {
      const bound = sealBound(plain, cell);
      return boundOnly ? bound : ['v1', ...encrypt(current.loose, plain), bound].join('.');
    },
    reseal(text, cell) {
      const plain = open(text, cell);
      return text.startsWith(`v2.${current.id}.`) ? text : sealBound(plain, cell);
    },
  };
}

const otherSecret = () =>
  new Error('This value was sealed with a different FLORIN_SECRET. If you changed it, set FLORIN_SECRET_PREVIOUS.');

function keysOf(secret: string): Keys {
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
  return {
    id: derive('florin vault key id', 6).toString('base64url'),
    // A key that is prepared once makes opening a value four times as fast.
    bound: createSecretKey(derive('florin vault v2', 32)),
    loose: createSecretKey(derive('florin vault v1', 32)),
  };
}

const nameOf = ([column, row]: SealedCell): string => `${column} of ${row}`;

/** No part contains a space. */
const associatedData = (id: string, cell: SealedCell): Buffer =>
  Buffer.from(`florin vault v2 ${id} florin_control.${cell.join(' ')}`);

/** The parts of a text after its version. A text of both formats has the bound one last. */
function parse(text: string): { bound?: readonly string[]; loose?: readonly string[] } {
  const parts = text.split('.');
  if (parts[0] === 'v2' && parts.length === 5) return { bound: parts.slice(1) };
  if (parts[0] !== 'v1') return {};
  if (parts.length === 4) return { loose: parts.slice(1) };
  return parts[4] === 'v2' && parts.length === 9 ? { bound: parts.slice(5) } : {};
}

function encrypt(key: KeyObject, plain: string, associated?: Buffer): string[] {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, TAG);
  if (associated) cipher.setAAD(associated);
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'));
}

function decrypt(key: KeyObject, parts: readonly string[], associated?: Buffer): string {
  const [nonce, sealed, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (nonce?.length !== NONCE_BYTES || !sealed || tag?.length !== TAG.authTagLength) throw new Error('damaged');
  const decipher = createDecipheriv(ALGORITHM, key, nonce, TAG);
  if (associated) decipher.setAAD(associated);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}
