import { hash as digest, timingSafeEqual } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import type { KeyId } from '../../domain/ids.ts';
import { inIpRanges } from '../../domain/ip-ranges.ts';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import { modeOf, privateKeyMode, publicKeyMode } from '../../domain/keys/key.ts';
import type { Scope } from '../../domain/keys/scope.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { PolicySettings } from '../../domain/merchants/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FoundKey, Keys } from '../../ports/keys.ts';
import type { Tenant } from '../../ports/stores.ts';

/** Who is calling, and what the key allows. */
export interface Principal extends Tenant {
  keyId: KeyId;
  keyName: string;
  publicKey: string;
  scopes: readonly Scope[];
  apiVersion: string;
  /** The merchant's default; undefined for the server's default. */
  expiresInSeconds: number | undefined;
  /** The networks on which the merchant has a wallet. */
  walletNetworks: readonly string[];
  /** What the merchant accepts as paid. */
  policy: PolicySettings;
  /** Whether the request log keeps bodies. */
  logBodies: boolean;
  /** How long this may be cached; not at all if the key is limited to client addresses. */
  validUntilMs: number;
}

export interface Credentials {
  /** Undefined if the path has none. */
  publicKey: string | undefined;
  authorization: string | undefined;
  address: string;
}

/**
 * Checks the private key first, so that only its holder learns anything about public keys. The key is looked up by its
 * hash, so the time of the lookup says nothing about similar keys. `identified` is called once the key is known to be the
 * merchant's, even if the request is rejected afterwards.
 */
export async function authenticateKey(
  ports: { clock: Clock; keys: Pick<Keys, 'findByHash'> },
  credentials: Credentials,
  identified: (principal: Principal) => void = () => undefined,
): Promise<Principal> {
  const privateKey = bearerToken(credentials.authorization);
  const found = await findKey(ports, privateKey);
  const { key, merchant } = found;
  const principal = principalOf(found, ports.clock.nowMs());
  identified(principal);
  if (key.expiresAtMs !== undefined && key.expiresAtMs <= ports.clock.nowMs()) {
    throw new Problem(
      'private_key_expired',
      'The private key has expired. Use the key that replaced it, or create one.',
      challenge(),
    );
  }
  if (credentials.publicKey !== undefined) checkPair(key, credentials.publicKey);
  if (!addressAllowed(key.allowedCidrs, credentials.address)) {
    throw new Problem(
      'ip_not_allowed',
      `This key may not be used from ${credentials.address}. Send the request from an allowed address, or create a key that allows this one.`,
    );
  }
  if (merchant.pausedUntilMs !== undefined && merchant.pausedUntilMs > ports.clock.nowMs()) {
    throw new Problem('unavailable', 'The data store of this merchant is being changed. Try again in a moment.', {
      headers: { 'retry-after': '5' },
    });
  }
  return principal;
}

const principalOf = ({ key, merchant, walletNetworks, policy, logBodies }: FoundKey, nowMs: number): Principal => ({
  merchantId: merchant.id,
  dataStoreId: merchant.dataStoreId,
  livemode: key.livemode,
  keyId: key.id,
  keyName: key.name,
  publicKey: key.publicKey,
  scopes: key.scopes,
  apiVersion: key.apiVersion,
  expiresInSeconds: merchant.expiresInSeconds,
  walletNetworks,
  policy,
  logBodies,
  validUntilMs: cacheUntil(key, nowMs),
});

function cacheUntil(key: ApiKey, nowMs: number): number {
  if (key.allowedCidrs.length > 0) return nowMs;
  return Math.min(nowMs + LIMITS.principalCacheMs, key.expiresAtMs ?? Number.POSITIVE_INFINITY);
}

function bearerToken(authorization: string | undefined): string {
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) {
    throw missingCredentials(whyMissing(authorization ?? ''));
  }
  return token;
}

function whyMissing(authorization: string): string | undefined {
  if (privateKeyMode(authorization) !== undefined) return 'Write "Bearer " in front of the private key.';
  if (/^basic\b/i.test(authorization))
    return 'Basic is not supported. Send the header "Authorization: Bearer <private key>".';
  return undefined;
}

export const missingCredentials = (detail = 'Send the header "Authorization: Bearer <private key>".') =>
  new Problem('missing_credentials', detail, { headers: { 'www-authenticate': 'Bearer realm="florin"' } });

async function findKey(ports: Parameters<typeof authenticateKey>[0], privateKey: string): Promise<FoundKey> {
  const hash = digest('sha256', privateKey, 'hex');
  const found = privateKeyMode(privateKey) === undefined ? undefined : await ports.keys.findByHash(hash);
  if (!found || found.key.revokedAtMs !== undefined || !sameHash(found.key.privateKeyHash, hash)) {
    throw new Problem('invalid_private_key', whyInvalid(privateKey), challenge());
  }
  return found;
}

/** From the text alone: a revoked key and one that never existed get the same sentence. */
function whyInvalid(sent: string): string {
  if (publicKeyMode(sent) !== undefined) {
    return 'That is the public key. Send the private key (fsk_…) in the Authorization header.';
  }
  if (!sent.startsWith('fsk_')) return 'That is not a Florin private key, which begins with fsk_.';
  if (privateKeyMode(sent) === undefined)
    return 'The private key is incomplete or has a typing mistake. Copy it again.';
  return `The private key that ends with ${sent.slice(-4)} does not exist on this server, or it has been revoked.`;
}

function checkPair(key: ApiKey, publicKey: string): void {
  const mode = publicKeyMode(publicKey);
  if (mode !== undefined && mode !== modeOf(key.livemode)) {
    throw new Problem(
      'mode_mismatch',
      `The private key is a ${modeOf(key.livemode)} key, but the public key is not. Use two keys of the same mode.`,
    );
  }
  if (publicKey !== key.publicKey) {
    throw new Problem('key_pair_mismatch', whyMismatched(mode));
  }
}

const whyMismatched = (modeInPath: unknown): string =>
  modeInPath === undefined
    ? 'The path must begin with the public key (fpk_…) of this private key.'
    : 'The public key in the path does not belong to this private key. Use both keys of the same row on the API keys page.';

const addressAllowed = (cidrs: readonly string[], address: string): boolean =>
  cidrs.length === 0 || inIpRanges(cidrs)(address);

const challenge = () => ({ headers: { 'www-authenticate': 'Bearer realm="florin", error="invalid_token"' } });
const sameHash = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
