import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

/** The PostgreSQL servers that the store's tests run on. None in the project `unit`, which starts no server. */
export function servers(): { name: string; url: string }[] {
  const all = [
    { name: 'embedded', url: inject('embeddedUrl') },
    { name: 'external', url: inject('externalUrl') },
  ];
  return all.filter(({ url }) => Boolean(url));
}

/** How long the store's tests wait for a connection: a busy machine may need longer than the program waits. */
export const CONNECT_MS_MAX = 60_000;

/** Creates an empty database, or a copy of another one on the same server. It is deleted with its server after the run. */
export async function createDatabase(serverUrl = inject('embeddedUrl'), copyOf?: string): Promise<string> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  await runSql(serverUrl, `CREATE DATABASE ${name} ${copyOf ? `TEMPLATE ${new URL(copyOf).pathname.slice(1)}` : ''}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function runSql<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
