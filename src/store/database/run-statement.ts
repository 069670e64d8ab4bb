import { type PoolClient, Query, type QueryResultRow } from 'pg';

/** A statement with a name is prepared once per connection. */
export interface Prepared {
  name?: string;
  text: string;
  values: unknown[];
}

/** The driver's types leave out the name, which it reads when it sends the query. */
interface NamedQuery {
  name?: string;
}

/** Like `query` of the client, which first copies the statement property by property: 40 µs, a tenth of a create. */
export function runStatement<Row extends QueryResultRow>(client: PoolClient, statement: Prepared): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query: Query<Row> & NamedQuery = new Query<Row>(statement.text, statement.values, (error, result) =>
      error ? reject(error) : resolve(result.rows),
    );
    if (statement.name !== undefined) query.name = statement.name;
    client.query(query);
  });
}
