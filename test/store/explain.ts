import { Client } from 'pg';

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** One read of a table or an index in the plan of a statement. */
interface Read {
  /** The index, or the table if no index is used. */
  from: string | undefined;
  /** How many rows it read, whether they were returned or not. */
  rows: number;
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Runs a statement, takes it back, and returns how it read tables and indexes whose names begin so. */
export async function explainReads(
  url: string,
  text: string,
  values: unknown[],
  prefix = 'target_keys',
  options = '',
): Promise<Read[]> {
  const client = new Client({ connectionString: url, options });
  await client.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    await client.query('ROLLBACK');
    const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
    return nodes
      .filter((node) => node['Node Type'] !== 'ModifyTable')
      .map((node) => ({
        from: node['Index Name'] ?? node['Relation Name'],
        rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      }))
      .filter(({ from }) => from?.startsWith(prefix));
  } finally {
    await client.end();
  }
}
