import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './open-bench.ts';
import { startService } from './start-server.ts';

const STARTS = 5;
const SETTLE_MS = 20_000;

export interface Idle {
  /** Of each start, until the server answers. */
  readyMs: readonly number[];
  /** The memory of the server and its PostgreSQL, in millions of bytes. What processes share counts once. */
  memoryMb: number;
}

/** Starts a server with its embedded PostgreSQL on an existing data folder, as with `npm start`, and leaves it alone. */
export async function measureIdle(bench: Bench): Promise<Idle> {
  const { folder, cleanUp, signal } = bench;
  const place = { folder, name: 'idle', databaseUrl: '' };
  const start = () => startService(place, { FLORIN_ROLES: 'api,worker' }, cleanUp, signal);
  bench.print(`x  ${STARTS} starts on an existing data folder, and the memory of an idle server`);
  await (await start()).stop();
  const readyMs: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const startedMs = performance.now();
    const server = await start();
    readyMs.push(performance.now() - startedMs);
    await server.stop();
  }
  const server = await start();
  await sleep(SETTLE_MS, undefined, { signal });
  const memoryMb = await readTree(server.pid);
  await server.stop();
  return { readyMs, memoryMb };
}

/** The memory of a process and all that it has started. */
async function readTree(root: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const parent = /^\d+$/.test(name) ? await readNumber(`/proc/${name}/status`, 'PPid') : undefined;
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const isOfTree = (pid: number): boolean => pid === root || (parents.has(pid) && isOfTree(parents.get(pid) ?? 0));
  const tree = [...parents.keys()].filter(isOfTree);
  const kilobytes = await Promise.all(tree.map((pid) => readNumber(`/proc/${pid}/smaps_rollup`, 'Pss')));
  return (kilobytes.reduce<number>((sum, one) => sum + (one ?? 0), 0) * 1_024) / 1e6;
}

/** Undefined if the process has ended. */
async function readNumber(file: string, name: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, value] = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text) ?? [];
  return value === undefined ? undefined : Number(value);
}
