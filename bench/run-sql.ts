import { Client, type QueryResultRow } from 'pg';

/** Runs one statement on a new connection. Aborting the signal closes it. */
export async function runSql<Row extends QueryResultRow>(
  url: string,
  signal: AbortSignal,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  signal.throwIfAborted();
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  const breakOff = () => void client.end();
  await client.connect();
  signal.addEventListener('abort', breakOff);
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    signal.removeEventListener('abort', breakOff);
    await client.end();
  }
}
