import { type DataStoreId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import type { MerchantMove, MerchantMoves } from '../../ports/merchant-moves.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../database/database.ts';

interface MoveRecord {
  id: string;
  merchant_id: string;
  from_store: string | null;
  to_store: string | null;
  state: MerchantMove['state'];
  started_at: Date;
}

const COLUMNS = 'id, merchant_id, from_store, to_store, state, started_at';

const readMove = (row: MoveRecord): MerchantMove => ({
  id: row.id,
  merchantId: idFromUuid('mer', row.merchant_id),
  from: readStore(row.from_store),
  to: readStore(row.to_store),
  state: row.state,
  startedAtMs: row.started_at.getTime(),
});

const readStore = (id: string | null): DataStoreId | undefined => (id === null ? undefined : idFromUuid('ds', id));

const writeStore = (id: DataStoreId | undefined): string | null => (id === undefined ? null : uuidOf(id));

export function merchantMoveTable(database: Database): MerchantMoves {
  return {
    async start(move) {
      const started = await database.query({
        name: 'start-move',
        text: `INSERT INTO florin_control.merchant_moves (${COLUMNS})
               SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6::timestamptz WHERE NOT EXISTS (
                 SELECT FROM florin_control.merchants WHERE id = $2 AND paused_until > now())
               RETURNING id`,
        values: [
          move.id,
          uuidOf(move.merchantId),
          writeStore(move.from),
          writeStore(move.to),
          move.state,
          new Date(move.startedAtMs),
        ],
      });
      if (started.length === 0) throw new UserError('The merchant is getting another data store. Try again later.');
    },

    async find(merchantId) {
      const [row] = await database.query<MoveRecord>({
        name: 'find-move',
        text: `SELECT ${COLUMNS} FROM florin_control.merchant_moves WHERE merchant_id = $1`,
        values: [uuidOf(merchantId)],
      });
      return row && readMove(row);
    },

    async list() {
      const rows = await database.query<MoveRecord>({
        name: 'list-moves',
        text: `SELECT ${COLUMNS} FROM florin_control.merchant_moves ORDER BY merchant_id`,
        values: [],
      });
      return rows.map(readMove);
    },

    async switch({ id, merchantId, to }, audit) {
      await database.transaction(async (run) => {
        const [found] = await run<Pick<MoveRecord, 'state'>>(
          'SELECT state FROM florin_control.merchant_moves WHERE id = $1 FOR UPDATE',
          [id],
        );
        if (!found) throw new Error(`the move ${id} has ended`);
        if (found.state === 'switched') return;
        await run(`UPDATE florin_control.merchant_moves SET state = 'switched' WHERE id = $1`, [id]);
        await run('UPDATE florin_control.merchants SET data_store_id = $2 WHERE id = $1', [
          uuidOf(merchantId),
          writeStore(to),
        ]);
        await writeAudit(run, audit);
      });
    },

    async end({ id }) {
      await database.query({
        name: 'end-move',
        text: 'DELETE FROM florin_control.merchant_moves WHERE id = $1',
        values: [id],
      });
    },
  };
}
