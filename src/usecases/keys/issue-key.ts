import { createHash } from 'node:crypto';
import { type MerchantId, makeId } from '../../domain/ids.ts';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import { type Mode, makePrivateKey, makePublicKey } from '../../domain/keys/key.ts';
import { DEFAULT_SCOPES, type Scope } from '../../domain/keys/scope.ts';
import { keyCell } from '../../domain/secrets/sealed-cell.ts';
import { API_VERSION } from '../../domain/version.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { Vault } from '../../ports/vault.ts';

export interface KeyOptions {
  merchantId: MerchantId;
  mode: Mode;
  name: string;
  /** A rolled key keeps its public key, so that no URL changes. */
  publicKey?: string;
  scopes?: readonly Scope[];
  allowedCidrs?: readonly string[];
  apiVersion?: string;
  expiresAtMs?: number | undefined;
}

/** Makes a key pair. The private key exists only in the return value; the database stores its hash. */
export function issueKey(
  ports: { clock: Clock; random: Random; vault: Vault },
  options: KeyOptions,
): { key: ApiKey; privateKey: string } {
  const nowMs = ports.clock.nowMs();
  const privateKey = makePrivateKey(options.mode, ports.random.bytes(32));
  const row = {
    id: makeId('key', nowMs, ports.random.bytes(10)),
    merchantId: options.merchantId,
    livemode: options.mode === 'live',
  };
  const key: ApiKey = {
    ...row,
    name: options.name,
    publicKey: options.publicKey ?? makePublicKey(options.mode, ports.random.bytes(16)),
    privateKeyHash: createHash('sha256').update(privateKey).digest('hex'),
    privateKeyEnd: privateKey.slice(-4),
    sealedPrivateKey: row.livemode ? undefined : ports.vault.seal(privateKey, keyCell(row)),
    scopes: options.scopes ?? DEFAULT_SCOPES[options.mode],
    allowedCidrs: options.allowedCidrs ?? [],
    apiVersion: options.apiVersion ?? API_VERSION,
    createdAtMs: nowMs,
    expiresAtMs: options.expiresAtMs,
    revokedAtMs: undefined,
    replacedBy: undefined,
    lastUsedAtMs: undefined,
    lastUsedAddress: undefined,
  };
  return { key, privateKey };
}
