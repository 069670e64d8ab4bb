import { createHash } from 'node:crypto';
import { type MerchantId, makeId } from '../../domain/ids.ts';
import { type Mode, makePrivateKey, makePublicKey } from '../../domain/keys/key.ts';
import { DEFAULT_SCOPES, type Scope } from '../../domain/keys/scope.ts';
import { API_VERSION } from '../../domain/version.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiKey } from '../../ports/keys.ts';
import type { Random } from '../../ports/random.ts';
import type { Vault } from '../../ports/vault.ts';

export interface KeyOptions {
  merchantId: MerchantId;
  mode: Mode;
  name: string;
  /** A successor keeps the public key of the key that it replaces, so that no URL changes. */
  publicKey?: string;
  scopes?: readonly Scope[];
  allowedCidrs?: readonly string[];
  apiVersion?: string;
  expiresAtMs?: number | undefined;
}

/** Makes a key pair. The private key exists only in what this returns; a row keeps its hash. */
export function issueKey(
  ports: { clock: Clock; random: Random; vault: Vault },
  wish: KeyOptions,
): { key: ApiKey; privateKey: string } {
  const nowMs = ports.clock.nowMs();
  const privateKey = makePrivateKey(wish.mode, ports.random.bytes(32));
  const key: ApiKey = {
    id: makeId('key', nowMs, ports.random.bytes(10)),
    merchantId: wish.merchantId,
    livemode: wish.mode === 'live',
    name: wish.name,
    publicKey: wish.publicKey ?? makePublicKey(wish.mode, ports.random.bytes(16)),
    privateKeyHash: createHash('sha256').update(privateKey).digest('hex'),
    privateKeyEnd: privateKey.slice(-4),
    sealedPrivateKey: wish.mode === 'test' ? ports.vault.seal(privateKey) : undefined,
    scopes: wish.scopes ?? DEFAULT_SCOPES,
    allowedCidrs: wish.allowedCidrs ?? [],
    apiVersion: wish.apiVersion ?? API_VERSION,
    createdAtMs: nowMs,
    expiresAtMs: wish.expiresAtMs,
    revokedAtMs: undefined,
    replacedBy: undefined,
    lastUsedAtMs: undefined,
    lastUsedAddress: undefined,
  };
  return { key, privateKey };
}
