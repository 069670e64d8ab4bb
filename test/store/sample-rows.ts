import { randomBytes } from 'node:crypto';
import { type MerchantId, makeId } from '../../src/domain/ids.ts';
import type { ApiKey } from '../../src/domain/keys/api-key.ts';
import type { Merchant } from '../../src/domain/merchants/merchant.ts';
import type { User } from '../../src/domain/sessions/user.ts';
import type { AuditEntry } from '../../src/ports/audit.ts';
import type { ControlPlane } from '../../src/ports/ports.ts';

export const NOW_MS = 1_900_000_000_123;

let time = NOW_MS;

/** Ids in the order in which they are made. */
export function newId<Prefix extends string>(prefix: Prefix) {
  time += 1;
  return makeId(prefix, time, randomBytes(10));
}

export const newHash = (): string => randomBytes(32).toString('hex');

export const sampleAudit = (action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  actor: 'contract',
  action,
  merchantId: undefined,
  subject: 'something',
  details: {},
  atMs: NOW_MS,
  ...more,
});

const sampleMerchant = (more: Partial<Merchant> = {}): Merchant => ({
  id: newId('mer'),
  name: 'Shop',
  dataStoreId: undefined,
  pausedUntilMs: undefined,
  expiresInSeconds: undefined,
  createdAtMs: NOW_MS,
  ...more,
});

const sampleUser = (more: Partial<User> = {}): User => ({
  id: newId('usr'),
  email: `${randomBytes(8).toString('hex')}@Example.com`,
  passwordHash: 'hash',
  createdAtMs: NOW_MS,
  isOperator: false,
  ...more,
});

export const sampleKey = (merchantId: MerchantId, more: Partial<ApiKey> = {}): ApiKey => ({
  id: newId('key'),
  merchantId,
  livemode: false,
  name: 'Key',
  publicKey: `fpk_test_${randomBytes(11).toString('hex')}`,
  privateKeyHash: newHash(),
  privateKeyEnd: 'abcd',
  sealedPrivateKey: 'sealed',
  scopes: ['payments:read', 'payments:write'],
  allowedCidrs: ['203.0.113.0/24'],
  apiVersion: '2026-01-01',
  createdAtMs: NOW_MS,
  expiresAtMs: undefined,
  revokedAtMs: undefined,
  replacedBy: undefined,
  lastUsedAtMs: undefined,
  lastUsedAddress: undefined,
  ...more,
});

/** Rows of a new merchant with its owner and first key. */
export function sampleAccount(more: { owner?: Partial<User>; merchant?: Partial<Merchant> } = {}) {
  const merchant = sampleMerchant(more.merchant);
  return { merchant, owner: sampleUser(more.owner), key: sampleKey(merchant.id) };
}

export async function insertAccount({ merchants }: ControlPlane, more: Parameters<typeof sampleAccount>[0] = {}) {
  const account = sampleAccount(more);
  if (!(await merchants.insert(account, sampleAudit('merchant.created')))) throw new Error('the account exists');
  return account;
}
