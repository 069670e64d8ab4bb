import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { RestoredControl } from '../../ports/backups.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Run } from '../database/database.ts';
import { AMOUNTS_HELD_UNTIL } from './read-amount-hold.ts';

/** More transfers than a data store can have read after the backup. */
const SKIPPED_TRANSFERS = 1_000_000;

export const restoredControl = (run: Run): RestoredControl => ({
  async listMerchants() {
    const rows = await run<{ id: string; data_store_id: string | null }>(
      'SELECT id, data_store_id FROM florin_control.merchants',
    );
    return rows.map(({ id, data_store_id }) => ({
      id: idFromUuid('mer', id),
      dataStoreId: data_store_id === null ? undefined : idFromUuid('ds', data_store_id),
    }));
  },

  async moveWalletIndexes(by) {
    await run(`UPDATE florin_control.wallets SET next_index = next_index + $1 WHERE kind = 'extended_key'`, [by]);
  },

  async moveLeases(tokenMin) {
    await run(
      `UPDATE florin_control.leases SET holder = '', leased_until = '-infinity', token = greatest(token, $1) + 1`,
      [tokenMin],
    );
  },

  async relayAgain(sinceMs) {
    await run(
      `UPDATE florin_control.outgoing_events SET relayed_at = NULL WHERE relayed_at >= $1
         AND merchant_id IN (SELECT id FROM florin_control.merchants WHERE data_store_id IS NOT NULL)`,
      [new Date(sinceMs)],
    );
  },

  async skipSimulatedTransfers(atMs) {
    await run(
      `INSERT INTO florin_control.simulated_transfers (number, address, asset, amount, sent_at, script)
       SELECT coalesce(max(number), 0) + $1, 'restored', 'SOL', 1, $2::timestamptz, 'mined' FROM florin_control.simulated_transfers`,
      [SKIPPED_TRANSFERS, new Date(atMs)],
    );
  },

  async setStoreUrl(id, sealedUrl) {
    await run('UPDATE florin_control.data_stores SET sealed_url = $2 WHERE id = $1', [uuidOf(id), sealedUrl]);
  },

  async holdAmounts(untilMs) {
    await run(
      `INSERT INTO florin_control.settings (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [AMOUNTS_HELD_UNTIL, new Date(untilMs).toISOString()],
    );
  },

  record: (audit) => writeAudit(run, audit),
});
