import { Problem } from '../../../src/domain/errors.ts';
import type { DataStoreId, MerchantId } from '../../../src/domain/ids.ts';
import type { Merchant } from '../../../src/domain/merchants/merchant.ts';
import { foldEmail } from '../../../src/domain/sessions/fold-email.ts';
import type { Merchants } from '../../../src/ports/merchants.ts';
import { insertKeyRow } from './insert-key-row.ts';
import { byId, type ControlTables, checkReference, writeAudit } from './tables.ts';

/** With the lifetime of intents from the settings. */
export function readMerchant({ merchants, settings }: ControlTables, id: MerchantId): Merchant | undefined {
  const merchant = merchants.get(id);
  return merchant && { ...merchant, expiresInSeconds: settings.get(id)?.settings.expiresInSeconds };
}

export function memoryMerchants(tables: ControlTables): Merchants {
  const isTaken = ({ merchant, owner, key }: Parameters<Merchants['insert']>[0]): boolean =>
    tables.merchants.has(merchant.id) ||
    [...tables.users.values()].some(({ id, email }) => id === owner.id || isSameEmail(email, owner.email)) ||
    [...tables.keys.values()].some(({ id, privateKeyHash }) => id === key.id || privateKeyHash === key.privateKeyHash);
  return {
    async insert(rows, audit, setUpLinkHash) {
      const { merchant, owner, key } = rows;
      const isOpen = tables.users.size === 0 && tables.setUpLink === setUpLinkHash;
      if (setUpLinkHash !== undefined && !isOpen)
        throw new Problem('setup_link_invalid', 'This setup link was already used or replaced.');
      if (isTaken(rows)) return false;
      const { id, name, dataStoreId, createdAtMs } = merchant;
      checkReference(key.merchantId === id || tables.merchants.has(key.merchantId), `merchant ${key.merchantId}`);
      checkReference(dataStoreId === undefined || tables.dataStores.has(dataStoreId), `data store ${dataStoreId}`);
      const unset = { pausedUntilMs: undefined, expiresInSeconds: undefined };
      tables.merchants.set(id, { id, name, dataStoreId, createdAtMs, ...unset });
      tables.users.set(owner.id, owner);
      tables.members.set(owner.id, { merchantId: id, role: 'owner' });
      insertKeyRow(tables, key);
      tables.setUpLink = undefined;
      writeAudit(tables, audit);
      return true;
    },

    find: async (id) => readMerchant(tables, id),

    list: async () => byId(tables.merchants.values()).flatMap(({ id }) => readMerchant(tables, id) ?? []),

    async countByStore() {
      const counts = new Map<DataStoreId | undefined, number>();
      for (const { dataStoreId } of tables.merchants.values()) {
        counts.set(dataStoreId, (counts.get(dataStoreId) ?? 0) + 1);
      }
      return counts;
    },

    async pause(id, untilMs) {
      const merchant = tables.merchants.get(id);
      if (merchant) tables.merchants.set(id, { ...merchant, pausedUntilMs: untilMs });
    },

    async setDataStore(id, dataStoreId, audit) {
      checkReference(dataStoreId === undefined || tables.dataStores.has(dataStoreId), `data store ${dataStoreId}`);
      const merchant = tables.merchants.get(id);
      if (merchant) tables.merchants.set(id, { ...merchant, dataStoreId, pausedUntilMs: undefined });
      writeAudit(tables, audit);
    },
  };
}

export const isSameEmail = (a: string, b: string): boolean => foldEmail(a) === foldEmail(b);
