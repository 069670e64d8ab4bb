import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import { type ControlCell, keyCell, walletCell } from '../../domain/secrets/sealed-cell.ts';
import type { SealedValues } from '../../ports/sealed-values.ts';
import type { Database } from '../database/database.ts';

interface SealedRecord {
  name: ControlCell[0];
  id: string;
  /** Null in a row that belongs to no merchant. */
  merchant_id: string | null;
  livemode: boolean | null;
  network: string | null;
  sealed: string;
}

const ALL = `
  SELECT 'api_keys.sealed_private_key' AS name, id, merchant_id, livemode, NULL AS network, sealed_private_key AS sealed
  FROM florin_control.api_keys WHERE sealed_private_key IS NOT NULL
  UNION ALL
  SELECT 'data_stores.sealed_url', id, NULL, NULL, NULL, sealed_url FROM florin_control.data_stores
  UNION ALL
  SELECT 'mails.sealed_content', id, NULL, NULL, NULL, sealed_content FROM florin_control.mails
  UNION ALL
  SELECT 'totp_secrets.sealed_secret', id, NULL, NULL, NULL, sealed_secret FROM florin_control.totp_secrets
  UNION ALL
  SELECT 'wallets.sealed_text', id, merchant_id, livemode, network, sealed_text FROM florin_control.wallets`;

const ownerOf = ({ merchant_id, livemode }: SealedRecord) => ({
  merchantId: idFromUuid('mer', merchant_id ?? ''),
  livemode: livemode === true,
});

const CELLS: Record<ControlCell[0], (row: SealedRecord) => ControlCell> = {
  'api_keys.sealed_private_key': (row) => keyCell({ id: idFromUuid('key', row.id), ...ownerOf(row) }),
  'data_stores.sealed_url': (row) => ['data_stores.sealed_url', idFromUuid('ds', row.id)],
  'mails.sealed_content': (row) => ['mails.sealed_content', idFromUuid('mail', row.id)],
  'totp_secrets.sealed_secret': (row) => ['totp_secrets.sealed_secret', idFromUuid('usr', row.id)],
  'wallets.sealed_text': (row) =>
    walletCell({ id: idFromUuid('wal', row.id), ...ownerOf(row), network: row.network ?? '' }),
};

/** The columns of all tables of the control plane whose values the vault has sealed. */
export function sealedValueTables(database: Database, fingerprint: string): SealedValues {
  return {
    async list(after, limit) {
      const [name, id] = after ?? ['', undefined];
      const rows = await database.query<SealedRecord>({
        name: 'list-sealed-values',
        text: `SELECT * FROM (${ALL}) AS value
               WHERE name COLLATE "C" > $1 OR (name = $1 AND id > $2::uuid) ORDER BY name COLLATE "C", id LIMIT $3`,
        values: [name, id === undefined ? null : uuidOf(id), limit],
      });
      return rows.map((row) => ({ cell: CELLS[row.name](row), sealed: row.sealed }));
    },

    async replace({ cell: [name, row], sealed: old }, sealed) {
      const [table, column] = name.split('.');
      await database.query({
        name: `replace-sealed-${table}`,
        text: `UPDATE florin_control.${table} SET ${column} = $3 WHERE id = $1 AND ${column} = $2`,
        values: [uuidOf(row), old, sealed],
      });
    },

    async markBound() {
      await database.query({
        name: 'mark-bound',
        text: `UPDATE florin_control.settings SET value = $1 WHERE name = 'secret_fingerprint'`,
        values: [fingerprint],
      });
    },
  };
}
