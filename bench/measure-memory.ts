import { readFile } from 'node:fs/promises';
import type { Bench } from './open-bench.ts';
import { createMerchant, startService } from './start-server.ts';

const IN_FLIGHT = 64;
const PIECE_SECONDS = 2;

export interface Memory {
  creates: number;
  /** In millions of bytes. */
  startMb: number;
  endMb: number;
  peakMb: number;
}

/** Measures the memory of a new server before and after many creates. It has both roles, as with `npm start`. */
export async function measureMemory(bench: Bench): Promise<Memory> {
  const { folder, cleanUp, signal, postgres, options, generator } = bench;
  const place = { folder, name: 'memory', databaseUrl: await postgres.createDatabase('memory') };
  const keys = await createMerchant(place, signal);
  const server = await startService(place, { FLORIN_ROLES: 'api,worker' }, cleanUp, signal);
  const start = await readMemory(server.pid);
  bench.print(`g  ${options.memoryCreates} creates in a new process`);
  const load = { baseUrl: server.baseUrl, keys, inFlight: IN_FLIGHT, seconds: PIECE_SECONDS, folder, signal };
  let creates = 0;
  while (creates < options.memoryCreates) creates += (await generator.runLoad(load)).answers;
  const end = await readMemory(server.pid);
  await server.stop();
  return { creates, startMb: start.nowMb, endMb: end.nowMb, peakMb: end.peakMb };
}

export async function readMemory(pid: number): Promise<{ nowMb: number; peakMb: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024) / 1e6;
  return { nowMb: read('VmRSS'), peakMb: read('VmHWM') };
}
