import { Problem } from '../../../src/domain/errors.ts';
import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import { modeOf } from '../../../src/domain/keys/key.ts';
import type { Merchant } from '../../../src/domain/merchants/merchant.ts';
import { DEFAULT_SETTINGS } from '../../../src/domain/merchants/settings.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Keys } from '../../../src/ports/keys.ts';
import { insertKeyRow } from './insert-key-row.ts';
import { readMerchant } from './merchants.ts';
import { byId, type ControlTables, writeAudit } from './tables.ts';

export function memoryKeys(tables: ControlTables, clock: Pick<Clock, 'nowMs'>): Keys {
  const withMerchant = (key: ApiKey | undefined): { key: ApiKey; merchant: Merchant } | undefined => {
    const merchant = key && readMerchant(tables, key.merchantId);
    return key && merchant && { key, merchant };
  };
  const walletNetworks = ({ merchantId, livemode }: ApiKey): string[] => {
    const nowMs = clock.nowMs();
    return [...tables.wallets.values()]
      .filter((wallet) => wallet.merchantId === merchantId && wallet.livemode === livemode)
      .filter(
        ({ effectiveAtMs, removedAtMs = Number.POSITIVE_INFINITY }) => effectiveAtMs <= nowMs && removedAtMs > nowMs,
      )
      .map(({ network }) => network);
  };
  return {
    async insert(key, audit) {
      insertKeyRow(tables, key);
      writeAudit(tables, audit);
    },

    find: async (id) => tables.keys.get(id),

    async findByHash(privateKeyHash) {
      const found = withMerchant([...tables.keys.values()].find((key) => key.privateKeyHash === privateKeyHash));
      if (!found) return undefined;
      const { tolerancePercent, toleranceAmount, latePolicy, logBodies } =
        tables.settings.get(found.key.merchantId)?.settings ?? DEFAULT_SETTINGS;
      const policy = { tolerancePercent, toleranceAmount, latePolicy };
      return {
        ...found,
        walletNetworks: walletNetworks(found.key),
        policy,
        logBodies: logBodies[modeOf(found.key.livemode)],
      };
    },

    findByPublicKey: async (publicKey) =>
      withMerchant(byId(tables.keys.values()).findLast((key) => key.publicKey === publicKey)),

    list: async (merchantId) => byId([...tables.keys.values()].filter((key) => key.merchantId === merchantId)),

    async listExpiring(afterMs, untilMs) {
      return byId(tables.keys.values()).filter(
        ({ expiresAtMs = Number.POSITIVE_INFINITY, revokedAtMs, replacedBy }) =>
          expiresAtMs > afterMs && expiresAtMs <= untilMs && revokedAtMs === undefined && replacedBy === undefined,
      );
    },

    async replace(oldKeyId, oldExpiresAtMs, successor, audit) {
      const old = tables.keys.get(oldKeyId);
      if (!old || old.replacedBy) throw new Problem('invalid_state', `The key ${oldKeyId} was rolled already.`);
      insertKeyRow(tables, successor);
      tables.keys.set(oldKeyId, { ...old, expiresAtMs: oldExpiresAtMs, replacedBy: successor.id });
      writeAudit(tables, audit);
    },

    async revoke(id, atMs, audit) {
      const key = tables.keys.get(id);
      if (key) tables.keys.set(id, { ...key, revokedAtMs: atMs });
      writeAudit(tables, audit);
    },

    async recordUse(uses) {
      for (const { keyId, atMs, address } of uses) {
        const key = tables.keys.get(keyId);
        if (!key || (key.lastUsedAtMs ?? Number.NEGATIVE_INFINITY) >= atMs) continue;
        tables.keys.set(keyId, { ...key, lastUsedAtMs: atMs, lastUsedAddress: address });
      }
    },
  };
}
