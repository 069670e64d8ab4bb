import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { waitUntil } from './wait-until.ts';

const DEBIAN_ROOT = '/usr/lib/postgresql';

export interface ExternalPostgres {
  url: string;
  version: string;
  stop(): Promise<void>;
}

/** The folder of the newest PostgreSQL installed by Debian. */
export function findDebianPostgres(): string | undefined {
  if (!existsSync(DEBIAN_ROOT)) return undefined;
  const [newest] = readdirSync(DEBIAN_ROOT)
    .filter((version) => existsSync(join(DEBIAN_ROOT, version, 'bin/initdb')))
    .sort((a, b) => Number(b) - Number(a));
  return newest === undefined ? undefined : join(DEBIAN_ROOT, newest, 'bin');
}

/** Starts a private cluster of the system's PostgreSQL, in a temporary folder and on a free port. */
export async function startExternalPostgres(): Promise<ExternalPostgres | undefined> {
  const bin = findDebianPostgres();
  if (bin === undefined) return undefined;
  const account = process.getuid?.() === 0 ? unprivileged() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'florin-external-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const data = join(folder, 'data');
  const as = { ...account, cwd: folder };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'florin', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C'],
    { ...as, stdio: 'pipe' },
  );
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...as,
    stdio: 'ignore',
  });
  const exited = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  const url = `postgres://florin:${password}@127.0.0.1:${port}/postgres`;
  const version = await waitUntilReady(url);
  return {
    url,
    version,
    async stop() {
      server.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function waitUntilReady(url: string): Promise<string> {
  return waitUntil('the external PostgreSQL answers', async () => {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
      return rows[0]?.version ?? '';
    } catch {
      return undefined;
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}

function unprivileged(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString());
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // Try the next name.
    }
  }
  throw new Error('No unprivileged user found to run PostgreSQL as.');
}

/** Below the ports of outgoing connections, and of the embedded PostgreSQL: nothing takes it before it is used. */
const PORTS = { lowest: 10_000, highest: 19_999 };

export function freePort(): Promise<number> {
  return waitUntil('a port is free', async () => {
    const port = randomInt(PORTS.lowest, PORTS.highest + 1);
    return (await isFree(port)) && port;
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
