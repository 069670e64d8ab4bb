import type { Client } from 'pg';
import type { BackupTable, Partition } from '../../domain/backups/backup.ts';
import { LEFT_OUT } from './left-out.ts';
import { orderTables } from './order-tables.ts';

interface TableRow {
  schema: string;
  name: string;
  columns: string[];
  is_partitioned: boolean;
  partitions: { name: string; bound: string }[];
  identities: { column: string; last: number }[];
  references: string[];
  size: number;
}

export interface Catalog {
  tables: BackupTable[];
  /** In bytes, in the order of the tables. */
  sizes: number[];
}

/** Lists the tables of these schemas that belong into a backup, in an order in which they can be loaded. */
export async function readCatalog(client: Client, schemas: readonly string[]): Promise<Catalog> {
  const { rows } = await client.query<TableRow>(
    `SELECT n.nspname AS schema, c.relname AS name, c.relkind = 'p' AS is_partitioned,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid))
          ORDER BY p.relname), '[]')
        FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid) AS partitions,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('column', a.attname, 'last', coalesce(pg_sequence_last_value(
          pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)::regclass), 0))), '[]')
        FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attidentity <> '' AND NOT a.attisdropped) AS identities,
       (SELECT coalesce(array_agg(DISTINCT rn.nspname || '.' || r.relname), '{}') FROM pg_constraint k
        JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
        WHERE k.conrelid = c.oid AND k.contype = 'f') AS references,
       (SELECT coalesce(sum(pg_table_size(part.oid)), 0)::float8 FROM pg_class part
        WHERE part.oid = c.oid OR part.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = c.oid)) AS size
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY n.nspname, c.relname`,
    [schemas],
  );
  const wanted = orderTables(rows.filter(({ schema, name }) => !LEFT_OUT.has(`${schema}.${name}`)));
  return { tables: wanted.map(readTable), sizes: wanted.map(({ size }) => size) };
}

const readTable = ({ schema, name, columns, is_partitioned, partitions, identities }: TableRow): BackupTable => ({
  schema,
  name,
  columns,
  partitions: is_partitioned ? partitions.map(readPartition) : null,
  identities,
});

function readPartition({ name, bound }: { name: string; bound: string }): Partition {
  if (bound === 'DEFAULT') return { name, range: null };
  const [, from, to] = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/.exec(bound) ?? [];
  if (from === undefined || to === undefined) throw new Error(`the partition ${name} is not a range of time: ${bound}`);
  return { name, range: { from, to } };
}
