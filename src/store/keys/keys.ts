import { Problem } from '../../domain/errors.ts';
import { uuidOf } from '../../domain/ids.ts';
import { DEFAULT_POLICY } from '../../domain/merchants/settings.ts';
import type { Keys } from '../../ports/keys.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../database/database.ts';
import { type MerchantRecord, readMerchant } from '../merchants/merchants.ts';
import { type PolicyRecord, readPolicy } from '../merchants/settings.ts';
import { insertKeyRow, KEY_COLUMNS, type KeyRecord, readKey } from './key-row.ts';

interface KeyWithMerchant extends KeyRecord {
  merchant_name: string;
  merchant_created_at: Date;
  data_store_id: MerchantRecord['data_store_id'];
  paused_until: MerchantRecord['paused_until'];
  expires_in_seconds: MerchantRecord['expires_in_seconds'];
  wallet_networks: string[];
  /** Null for a merchant that never changed its settings. */
  policy: PolicyRecord | null;
  log_bodies: boolean;
}

const KEY_WITH_MERCHANT = `
  SELECT k.*, m.name AS merchant_name, m.created_at AS merchant_created_at, m.data_store_id, m.paused_until,
    s.expires_in_seconds,
    COALESCE(CASE WHEN k.livemode THEN s.log_bodies_live ELSE s.log_bodies_test END, false) AS log_bodies,
    CASE WHEN s.merchant_id IS NOT NULL THEN json_build_object('tolerance_percent', s.tolerance_percent::text,
      'tolerance_amount', s.tolerance_amount::text, 'late_stablecoin_seconds', s.late_stablecoin_seconds,
      'late_other_seconds', s.late_other_seconds) END AS policy, ARRAY(
      SELECT w.network FROM florin_control.wallets w
      WHERE w.merchant_id = m.id AND w.livemode = k.livemode AND w.effective_at <= now()
        AND (w.removed_at IS NULL OR w.removed_at > now())
    ) AS wallet_networks
  FROM florin_control.api_keys k JOIN florin_control.merchants m ON m.id = k.merchant_id
  LEFT JOIN florin_control.merchant_settings s ON s.merchant_id = m.id`;

function readKeyWithMerchant(row: KeyWithMerchant) {
  const merchant = { ...row, id: row.merchant_id, name: row.merchant_name, created_at: row.merchant_created_at };
  return {
    key: readKey(row),
    merchant: readMerchant(merchant),
    walletNetworks: row.wallet_networks,
    policy: row.policy === null ? DEFAULT_POLICY : readPolicy(row.policy),
    logBodies: row.log_bodies,
  };
}

export function keyTable(database: Database): Keys {
  return {
    async insert(key, audit) {
      await database.transaction(async (run) => {
        await insertKeyRow(run, key);
        await writeAudit(run, audit);
      });
    },

    async find(id) {
      const [row] = await database.query<KeyRecord>({
        name: 'find-key',
        text: `SELECT ${KEY_COLUMNS} FROM florin_control.api_keys WHERE id = $1`,
        values: [uuidOf(id)],
      });
      return row && readKey(row);
    },

    async findByHash(privateKeyHash) {
      const [row] = await database.query<KeyWithMerchant>({
        name: 'find-key-by-hash',
        text: `${KEY_WITH_MERCHANT} WHERE k.private_key_hash = $1`,
        values: [privateKeyHash],
      });
      return row && readKeyWithMerchant(row);
    },

    async findByPublicKey(publicKey) {
      const [row] = await database.query<KeyWithMerchant>({
        name: 'find-key-by-public-key',
        text: `${KEY_WITH_MERCHANT} WHERE k.public_key = $1 ORDER BY k.id DESC LIMIT 1`,
        values: [publicKey],
      });
      return row && readKeyWithMerchant(row);
    },

    async list(merchantId) {
      const rows = await database.query<KeyRecord>({
        name: 'list-keys',
        text: `SELECT ${KEY_COLUMNS} FROM florin_control.api_keys WHERE merchant_id = $1 ORDER BY id`,
        values: [uuidOf(merchantId)],
      });
      return rows.map(readKey);
    },

    async listExpiring(afterMs, untilMs) {
      const rows = await database.query<KeyRecord>({
        name: 'list-expiring-keys',
        text: `SELECT ${KEY_COLUMNS} FROM florin_control.api_keys
               WHERE expires_at > $1 AND expires_at <= $2 AND revoked_at IS NULL AND replaced_by IS NULL ORDER BY id`,
        values: [new Date(afterMs), new Date(untilMs)],
      });
      return rows.map(readKey);
    },

    async replace(oldKeyId, oldExpiresAtMs, successor, audit) {
      await database.transaction(async (run) => {
        await insertKeyRow(run, successor);
        const replaced = await run(
          `UPDATE florin_control.api_keys SET expires_at = $2, replaced_by = $3
           WHERE id = $1 AND replaced_by IS NULL RETURNING id`,
          [uuidOf(oldKeyId), new Date(oldExpiresAtMs), uuidOf(successor.id)],
        );
        if (replaced.length === 0)
          throw new Problem('invalid_state', `The key ${oldKeyId} has just been rolled. Reload the keys.`);
        await writeAudit(run, audit);
      });
    },

    async revoke(id, atMs, audit) {
      await database.transaction(async (run) => {
        await run('UPDATE florin_control.api_keys SET revoked_at = $2 WHERE id = $1', [uuidOf(id), new Date(atMs)]);
        await writeAudit(run, audit);
      });
    },

    async recordUse(uses) {
      await database.query({
        name: 'record-key-use',
        text: `UPDATE florin_control.api_keys k SET last_used_at = u.at, last_used_address = u.address
               FROM jsonb_to_recordset($1::jsonb) AS u (id uuid, at timestamptz, address text)
               WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.at)`,
        values: [
          JSON.stringify(
            uses.map((use) => ({ id: uuidOf(use.keyId), at: new Date(use.atMs).toISOString(), address: use.address })),
          ),
        ],
      });
    },
  };
}
