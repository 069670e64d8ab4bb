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

interface Implementation<Opened> {
  name: string;
  open: () => Promise<Opened>;
}

/**
 * What must pass one contract: the store on every server, or the double in memory in the project `unit`, which starts no
 * server.
 */
export function implementations<Opened>(
  openPostgres: (serverUrl: string) => Promise<Opened>,
  openMemory: () => Promise<Opened>,
): Implementation<Opened>[] {
  const stores = servers().map(({ name, url }) => ({ name: `the ${name} PostgreSQL`, open: () => openPostgres(url) }));
  return stores.length > 0 ? stores : [{ name: 'memory', open: openMemory }];
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
  const client = new Client({ connectionString: url, options: '-c jit=off' });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
