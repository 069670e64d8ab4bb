import { type PoolClient, Query, type QueryResultRow } from 'pg';
import { PreparedQuery } from './prepared-query.ts';

/** A statement with a name is prepared once per connection. */
export interface Prepared {
  name?: string;
  text: string;
  values: unknown[];
}

/** Like `query` of the client, which first copies the statement property by property: 40 µs, a tenth of a create. */
export function runStatement<Row extends QueryResultRow>(
  client: PoolClient,
  { name, text, values }: Prepared,
  isPooled: boolean | undefined,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    if (name === undefined) {
      client.query(new Query<Row>(text, values, (error, result) => (error ? reject(error) : resolve(result.rows))));
    } else {
      const keepsColumns = isPooled === false;
      client.query(new PreparedQuery<Row>({ name, text, values, keepsColumns }, { resolve, reject }));
    }
  });
}
