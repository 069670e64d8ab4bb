import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Below the range of ephemeral ports. An outgoing connection could otherwise occupy the port while the server restarts,
 * and a reconnecting client could even connect to itself.
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
 * Chooses a free port, preferably the one of the last start: a member that outlived the server still has a URL with that
 * port, and another process may restart the server.
 */
export async function choosePort(folder: string): Promise<number> {
  const last = await readLastPort(folder);
  if (last !== undefined && (await isFree(last))) return last;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, highest + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(
    `The embedded PostgreSQL found no free port on 127.0.0.1 between ${lowest} and ${highest}. Free a port in this range.`,
  );
}
