import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Below the range from which systems take the ports of outgoing connections. Within it, such a connection could
 * occupy the port while the server restarts, and a client that tries to reconnect could even reach itself.
 */
const lowest = 20_000;
const highest = 32_767;
const attempts = 50;

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

async function readLastPort(folder: string): Promise<number | undefined> {
  const options = await readFile(join(folder, 'postmaster.opts'), 'utf8').catch(() => '');
  const port = /"-p" "(\d+)"/.exec(options)?.[1];
  return port === undefined ? undefined : Number(port);
}

/**
 * Chooses a free port. The one of the last start is preferred: a member that outlived the server still has a url
 * with that port, and another process may be the one to start the server again.
 */
export async function choosePort(folder: string): Promise<number> {
  const last = await readLastPort(folder);
  if (last !== undefined && (await isFree(last))) return last;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, highest + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found on 127.0.0.1 between ${lowest} and ${highest} for the embedded PostgreSQL.`);
}
