import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, type ClusterOptions, PostgresCluster } from './postgres-cluster.ts';
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
export async function startExternalPostgres(settings: readonly string[] = []): Promise<ExternalPostgres | undefined> {
  if (findDebianPostgres() === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'florin-external-'));
  const cluster = await createCluster({ folder, settings });
  const version = await cluster.start();
  return {
    url: cluster.url,
    version,
    async stop() {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a cluster of the system's PostgreSQL. It has a port, and is not started. */
export async function createCluster(
  options: Omit<ClusterOptions, 'bin' | 'port' | 'account'>,
): Promise<PostgresCluster> {
  const bin = findDebianPostgres();
  if (bin === undefined) throw new Error('PostgreSQL is not installed. Install the package postgresql.');
  return PostgresCluster.create({ ...options, bin, port: await freePort(), account: postgresAccount() });
}

/** A cluster that follows a running one. It has a port, and is not started. */
export async function createStandby(primary: PostgresCluster, folder: string): Promise<PostgresCluster> {
  const bin = findDebianPostgres() ?? '';
  return primary.createStandby({ bin, folder, port: await freePort(), account: postgresAccount() });
}

/** PostgreSQL does not run as root, so it gets another account then. */
export function postgresAccount(): Account | undefined {
  return process.getuid?.() === 0 ? unprivileged() : undefined;
}

function unprivileged(): Account {
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

/** Below the ports of outgoing connections, and of the embedded PostgreSQL, and above 10080, which fetch refuses. */
const PORTS = { lowest: 10_100, blocks: 39, perBlock: 250 };

let block: Promise<number> | undefined;
let lastUsed = 0;

/** A port that no other test process takes before it is used. */
export async function freePort(): Promise<number> {
  block ??= takeBlock();
  const first = await block;
  return waitUntil('a port is free', async () => {
    lastUsed = (lastUsed % (PORTS.perBlock - 1)) + 1;
    const port = first + lastUsed;
    const probe = await listenOn(port);
    if (!probe) return undefined;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  });
}

/** Each process takes one block. It keeps the first port of it, so that others see that it is taken. */
function takeBlock(): Promise<number> {
  return waitUntil('a block of ports is free', async () => {
    const first = PORTS.lowest + randomInt(PORTS.blocks) * PORTS.perBlock;
    const sign = await listenOn(first);
    sign?.unref();
    return sign && first;
  });
}

function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(undefined))
      .listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}
