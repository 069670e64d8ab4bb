import { setTimeout as sleep } from 'node:timers/promises';
import { type EventId, timeOf } from '../src/domain/ids.ts';
import type { Bench } from './open-bench.ts';
import { startReceiver } from './start-server.ts';

const LOOK_MS = 100;
const ARRIVE_MS_MAX = 120_000;

/** The arrival of one webhook. */
export interface Receipt {
  path: string;
  atMs: number;
  /** Since the event happened, which is before its commit. */
  lateMs: number;
}

export interface Receiver {
  baseUrl: string;
  /** What arrived since the last time. Requests that hang are ended. */
  take(): Promise<Receipt[]>;
  /** Takes until this many arrived. */
  takeAll(count: number): Promise<Receipt[]>;
}

/** Starts a receiver of webhooks in another process. */
export async function openReceiver({ folder, cleanUp, signal }: Bench, name: string): Promise<Receiver> {
  const { baseUrl } = await startReceiver({ folder, name: `${name}-receiver` }, cleanUp, signal);
  const take = async () => {
    const answer = await fetch(baseUrl, { signal });
    const receipts = (await answer.json()) as [path: string, id: EventId, atMs: number][];
    return receipts.map(([path, id, atMs]) => ({ path, atMs, lateMs: atMs - timeOf(id) }));
  };
  return {
    baseUrl,
    take,
    async takeAll(count) {
      const receipts: Receipt[] = [];
      for (let waitedMs = 0; receipts.length < count; waitedMs += LOOK_MS) {
        if (waitedMs > ARRIVE_MS_MAX) throw new Error(`Only ${receipts.length} of ${count} webhooks arrived.`);
        await sleep(LOOK_MS, undefined, { signal });
        receipts.push(...(await take()));
      }
      return receipts;
    },
  };
}
