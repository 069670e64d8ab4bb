import { Problem } from '../../domain/errors.ts';
import { type DataStoreId, idFromUuid, type MerchantId, uuidOf } from '../../domain/ids.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Merchants } from '../../ports/merchants.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type Database, type Run, sqlState } from '../database/database.ts';
import { insertKeyRow } from '../keys/key-row.ts';
import { insertUser } from '../sessions/insert-user.ts';

const UNIQUE_VIOLATION = '23505';

export interface MerchantRecord {
  id: string;
  name: string;
  data_store_id: string | null;
  paused_until: Date | null;
  created_at: Date;
  expires_in_seconds: number | null;
}

export function readMerchant(row: MerchantRecord): Merchant {
  return {
    id: idFromUuid('mer', row.id),
    name: row.name,
    dataStoreId: readDataStoreId(row.data_store_id),
    pausedUntilMs: row.paused_until?.getTime(),
    expiresInSeconds: row.expires_in_seconds ?? undefined,
    createdAtMs: row.created_at.getTime(),
  };
}

const readDataStoreId = (id: string | null): DataStoreId | undefined =>
  id === null ? undefined : idFromUuid('ds', id);

const SELECT = `SELECT m.id, m.name, m.data_store_id, m.paused_until, m.created_at, s.expires_in_seconds
  FROM florin_control.merchants m LEFT JOIN florin_control.merchant_settings s ON s.merchant_id = m.id`;

export function merchantTables(database: Database): Merchants {
  return {
    async insert({ merchant, owner, key }, audit, setUpLinkHash) {
      try {
        await database.transaction(async (run) => {
          await deleteSetUpLink(run, setUpLinkHash);
          await run(
            'INSERT INTO florin_control.merchants (id, name, created_at, data_store_id) VALUES ($1, $2, $3, $4)',
            [
              uuidOf(merchant.id),
              merchant.name,
              new Date(merchant.createdAtMs),
              merchant.dataStoreId === undefined ? null : uuidOf(merchant.dataStoreId),
            ],
          );
          await insertUser(run, owner);
          await run(`INSERT INTO florin_control.memberships (user_id, merchant_id, role) VALUES ($1, $2, 'owner')`, [
            uuidOf(owner.id),
            uuidOf(merchant.id),
          ]);
          await insertKeyRow(run, key);
          await writeAudit(run, audit);
        });
        return true;
      } catch (error) {
        if (sqlState(error) === UNIQUE_VIOLATION) return false;
        throw error;
      }
    },

    async find(id) {
      const [row] = await database.query<MerchantRecord>({
        name: 'find-merchant',
        text: `${SELECT} WHERE m.id = $1`,
        values: [uuidOf(id)],
      });
      return row && readMerchant(row);
    },

    async countByStore() {
      const rows = await database.query<{ data_store_id: string | null; merchants: number }>({
        name: 'count-merchants',
        text: 'SELECT data_store_id, count(*)::int AS merchants FROM florin_control.merchants GROUP BY data_store_id',
        values: [],
      });
      return new Map(rows.map((row) => [readDataStoreId(row.data_store_id), row.merchants]));
    },

    async list() {
      const rows = await database.query<MerchantRecord>({
        name: 'list-merchants',
        text: `${SELECT} ORDER BY m.id`,
        values: [],
      });
      return rows.map(readMerchant);
    },

    async pause(id: MerchantId, untilMs: number | undefined) {
      const paused = await database.query({
        name: 'pause-merchant',
        text: `UPDATE florin_control.merchants SET paused_until = $2 WHERE id = $1 AND NOT EXISTS (
                 SELECT FROM florin_control.merchant_moves WHERE merchant_id = $1) RETURNING id`,
        values: [uuidOf(id), untilMs === undefined ? null : new Date(untilMs)],
      });
      if (paused.length === 0) throw new UserError(`${id} is being moved. Run \`merchants move\` to finish that.`);
    },

    async setDataStore(id, dataStoreId, audit) {
      await database.transaction(async (run) => {
        await run('UPDATE florin_control.merchants SET data_store_id = $2, paused_until = NULL WHERE id = $1', [
          uuidOf(id),
          dataStoreId === undefined ? null : uuidOf(dataStoreId),
        ]);
        await writeAudit(run, audit);
      });
    },
  };
}

/**
 * The first user ends the setup link, however that user was created. A request with the link must find it valid: if two
 * arrive together, one waits for the other's row lock and then finds nothing.
 */
async function deleteSetUpLink(run: Run, tokenHash: string | undefined): Promise<void> {
  if (tokenHash === undefined) {
    await run('DELETE FROM florin_control.setup_link');
    return;
  }
  const deleted = await run(
    `DELETE FROM florin_control.setup_link
     WHERE token_hash = $1 AND NOT EXISTS (SELECT FROM florin_control.users) RETURNING single`,
    [tokenHash],
  );
  if (deleted.length === 0)
    throw new Problem('setup_link_invalid', 'This setup link was already used or replaced. Use the newest link.');
}
