import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { SavedView, SavedViews } from '../../ports/saved-views.ts';
import type { Database } from '../database/database.ts';

interface ViewRow {
  id: string;
  name: string;
  query: string;
  created_at: Date;
}

const readView = ({ id, name, query, created_at }: ViewRow): SavedView => ({
  id: idFromUuid('view', id),
  name,
  query,
  createdAtMs: created_at.getTime(),
});

export const savedViewTable = (database: Database): SavedViews => ({
  async list(merchantId) {
    const rows = await database.query<ViewRow>({
      name: 'list-saved-views',
      text: `SELECT id, name, query, created_at FROM florin_control.saved_views WHERE merchant_id = $1
             ORDER BY folded_name COLLATE "C"`,
      values: [uuidOf(merchantId)],
    });
    return rows.map(readView);
  },

  save: (merchantId, { id, name, foldedName, query, createdAtMs }, max) =>
    database.transaction(async (run) => {
      // People who save at the same time take turns, so that nobody exceeds the limit.
      await run('SELECT FROM florin_control.merchants WHERE id = $1 FOR NO KEY UPDATE', [uuidOf(merchantId)]);
      const [row] = await run<ViewRow>(
        `INSERT INTO florin_control.saved_views (merchant_id, id, name, folded_name, query, created_at)
         SELECT $1, $2, $3, $4, $5, $6
         WHERE (SELECT count(*) FROM florin_control.saved_views WHERE merchant_id = $1 AND folded_name <> $4) < $7
         ON CONFLICT (merchant_id, folded_name) DO UPDATE SET name = excluded.name, query = excluded.query
         RETURNING id, name, query, created_at`,
        [uuidOf(merchantId), uuidOf(id), name, foldedName, query, new Date(createdAtMs), max],
      );
      return row && readView(row);
    }),

  async delete(merchantId, id) {
    const rows = await database.query({
      name: 'delete-saved-view',
      text: 'DELETE FROM florin_control.saved_views WHERE merchant_id = $1 AND id = $2 RETURNING id',
      values: [uuidOf(merchantId), uuidOf(id)],
    });
    return rows.length > 0;
  },
});
