import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { SealedValues } from '../../ports/sealed-values.ts';
import type { SealedCell } from '../../ports/vault.ts';
import type { Database } from '../database/database.ts';

type Column = SealedCell[0];

const ID_PREFIXES = {
  'api_keys.sealed_private_key': 'key',
  'data_stores.sealed_url': 'ds',
  'wallets.sealed_text': 'wal',
} as const satisfies Record<Column, string>;

const ALL = (Object.keys(ID_PREFIXES) as Column[])
  .map((name) => {
    const [table, column] = name.split('.');
    return `SELECT '${name}' AS name, id, ${column} AS sealed FROM florin_control.${table} WHERE ${column} IS NOT NULL`;
  })
  .join(' UNION ALL ');

const cellOf = (name: Column, uuid: string) => [name, idFromUuid(ID_PREFIXES[name], uuid)] as SealedCell;

/** The columns of all tables whose values the vault has sealed. */
export function sealedValueTables(database: Database, fingerprint: string): SealedValues {
  return {
    async list(after, limit) {
      const [name, row] = after ?? ['', undefined];
      const rows = await database.query<{ name: Column; id: string; sealed: string }>({
        name: 'list-sealed-values',
        text: `SELECT name, id, sealed FROM (${ALL}) AS value
               WHERE name COLLATE "C" > $1 OR (name = $1 AND id > $2::uuid) ORDER BY name COLLATE "C", id LIMIT $3`,
        values: [name, row === undefined ? null : uuidOf(row), limit],
      });
      return rows.map(({ name: column, id, sealed }) => ({ cell: cellOf(column, id), sealed }));
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
