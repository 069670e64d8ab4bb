import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import type { Scope } from '../../domain/keys/scope.ts';
import type { Run } from '../database/database.ts';

export interface KeyRecord {
  id: string;
  merchant_id: string;
  livemode: boolean;
  name: string;
  public_key: string;
  private_key_hash: string;
  private_key_end: string;
  sealed_private_key: string | null;
  scopes: Scope[];
  allowed_cidrs: string[];
  api_version: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  replaced_by: string | null;
  last_used_at: Date | null;
  last_used_address: string | null;
}

export const KEY_COLUMNS = `id, merchant_id, livemode, name, public_key, private_key_hash, private_key_end, sealed_private_key,
  scopes, allowed_cidrs, api_version, created_at, expires_at, revoked_at, replaced_by, last_used_at, last_used_address`;

export function readKey(row: KeyRecord): ApiKey {
  return {
    id: idFromUuid('key', row.id),
    merchantId: idFromUuid('mer', row.merchant_id),
    livemode: row.livemode,
    name: row.name,
    publicKey: row.public_key,
    privateKeyHash: row.private_key_hash,
    privateKeyEnd: row.private_key_end,
    sealedPrivateKey: row.sealed_private_key ?? undefined,
    scopes: row.scopes,
    allowedCidrs: row.allowed_cidrs,
    apiVersion: row.api_version,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at?.getTime(),
    revokedAtMs: row.revoked_at?.getTime(),
    replacedBy: row.replaced_by === null ? undefined : idFromUuid('key', row.replaced_by),
    lastUsedAtMs: row.last_used_at?.getTime(),
    lastUsedAddress: row.last_used_address ?? undefined,
  };
}

const timeOrNull = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

export async function insertKeyRow(run: Run, key: ApiKey): Promise<void> {
  await run(
    `INSERT INTO florin_control.api_keys (id, merchant_id, livemode, name, public_key, private_key_hash, private_key_end,
       sealed_private_key, scopes, allowed_cidrs, api_version, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      uuidOf(key.id),
      uuidOf(key.merchantId),
      key.livemode,
      key.name,
      key.publicKey,
      key.privateKeyHash,
      key.privateKeyEnd,
      key.sealedPrivateKey ?? null,
      key.scopes,
      key.allowedCidrs,
      key.apiVersion,
      new Date(key.createdAtMs),
      timeOrNull(key.expiresAtMs),
    ],
  );
}
