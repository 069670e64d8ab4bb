import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import { DuplicateError } from '../data/tables.ts';
import { type ControlTables, checkReference } from './tables.ts';

/** A new row knows nothing yet of what happens to a key later. */
export function insertKeyRow({ keys, merchants }: ControlTables, key: ApiKey): void {
  checkReference(merchants.has(key.merchantId), `merchant ${key.merchantId}`);
  if (keys.has(key.id)) throw new DuplicateError(`key ${key.id}`);
  if ([...keys.values()].some(({ privateKeyHash }) => privateKeyHash === key.privateKeyHash))
    throw new DuplicateError('private_key_hash');
  if (key.livemode && key.sealedPrivateKey !== undefined)
    throw new Error('violates check constraint: a live private key is never stored');
  const later = { revokedAtMs: undefined, replacedBy: undefined, lastUsedAtMs: undefined, lastUsedAddress: undefined };
  keys.set(key.id, { ...key, ...later });
}
