import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import { type EndpointCell, endpointCell } from '../../domain/secrets/sealed-cell.ts';
import type { SealedColumns } from '../../ports/sealed-values.ts';
import type { Database } from '../database/database.ts';

interface SealedRecord {
  name: 'previous_secret' | 'secret';
  id: string;
  merchant_id: string;
  livemode: boolean;
  sealed: string;
}

const ALL = `
  SELECT 'previous_secret' AS name, id, merchant_id, livemode, sealed_previous_secret AS sealed
  FROM florin_data.webhook_endpoints WHERE sealed_previous_secret IS NOT NULL
  UNION ALL
  SELECT 'secret', id, merchant_id, livemode, sealed_secret FROM florin_data.webhook_endpoints`;

const nameOf = ([column]: EndpointCell) => column.replace('webhook_endpoints.sealed_', '') as SealedRecord['name'];

/** The secrets of the webhook endpoints of all merchants of one database. */
export function sealedSecretColumns(database: Database): SealedColumns<EndpointCell> {
  return {
    async list(after, limit) {
      const rows = await database.query<SealedRecord>({
        name: 'list-sealed-secrets',
        text: `SELECT * FROM (${ALL}) AS value
               WHERE name COLLATE "C" > $1 OR (name = $1 AND id > $2::uuid) ORDER BY name COLLATE "C", id LIMIT $3`,
        values: [after ? nameOf(after) : '', after ? uuidOf(after[1]) : null, limit],
      });
      return rows.map(({ name, id, merchant_id, livemode, sealed }) => ({
        cell: endpointCell(name, { id: idFromUuid('we', id), merchantId: idFromUuid('mer', merchant_id), livemode }),
        sealed,
      }));
    },

    async replace({ cell, sealed: old }, sealed) {
      const [, id, merchant, mode] = cell;
      const column = `sealed_${nameOf(cell)}`;
      await database.query({
        name: `replace-${column}`,
        text: `UPDATE florin_data.webhook_endpoints SET ${column} = $5
               WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND ${column} = $4`,
        values: [uuidOf(merchant), mode === 'live', uuidOf(id), old, sealed],
      });
    },
  };
}
