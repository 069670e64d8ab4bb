import { type DataStoreId, idFromUuid, uuidOf } from '../../domain/ids.ts';
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
      await database.query({
        name: 'start-move',
        text: `INSERT INTO florin_control.merchant_moves (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)`,
        values: [
          move.id,
          uuidOf(move.merchantId),
          writeStore(move.from),
          writeStore(move.to),
          move.state,
          new Date(move.startedAtMs),
        ],
      });
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
        const switched = await run(
          `UPDATE florin_control.merchant_moves SET state = 'switched' WHERE id = $1 AND state = 'copying' RETURNING id`,
          [id],
        );
        if (switched.length === 0) return;
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
