import { setTimeout as sleep } from 'node:timers/promises';
import { create, createdId, type Keys, type Reply, send, validBody } from '../support/client.ts';
import type { Stopwatch } from '../support/time-beside.ts';

/** Each waits for an answer before the next order, so that a slow machine is not asked for more and more at once. */
const BUYERS = 10;
/** A request that waits for the switch is rejected after this long, and not earlier. */
const REJECTED_AFTER_MS = 2_500;
/** Exchanges with a database from the moment at which a switch begins until the answer of a write that it held. */
const EXCHANGES = 10;
/** Taken off a request: a control took half a second, so the machine made the answer late. */
const STALLED_MS = EXCHANGES * 500;

interface TimedRequest {
  startedMs: number;
  endedMs: number;
  /** Without what a busy machine added. */
  ms: number;
}

/** What a merchant's application and its payers do while the merchant moves. */
export interface Traffic {
  /** The answered intents, by the idempotency key of their requests. */
  created: ReadonlyMap<string, string>;
  /** The intents that were paid. */
  paid: ReadonlySet<string>;
  /** Answers that no client should get. */
  failures: readonly string[];
  /** Every request until it succeeded. */
  requests: readonly TimedRequest[];
  stop(): Promise<void>;
}

export interface Shop {
  baseUrl: string;
  keys: Keys;
  /** Its control is an exchange with a database. */
  stopwatch: Stopwatch;
}

/** Sends so many new intents per second, or fewer if the answers take longer, and pays every fourth one. */
export function startTraffic({ baseUrl, keys, stopwatch }: Shop, perSecond: number): Traffic {
  const created = new Map<string, string>();
  const paid = new Set<string>();
  const failures: string[] = [];
  const requests: TimedRequest[] = [];
  const over = new AbortController();
  const insist = async (what: string, request: () => Promise<Reply>): Promise<Reply | undefined> => {
    for (;;) {
      const startedMs = performance.now();
      const { result, ms } = await stopwatch.time(() => repeatWhileMoving(request), EXCHANGES);
      const endedMs = performance.now();
      requests.push({ startedMs, endedMs, ms });
      if (result.status < 300) return result;
      // The database had no time for the control either.
      if (result.status === 503 && endedMs - startedMs - ms >= STALLED_MS) continue;
      failures.push(`${what} ${result.status} ${result.text}`);
      return undefined;
    }
  };
  const buy = async (count: number) => {
    const key = `order-${count}`;
    const reply = await insist('create', () => create(baseUrl, keys, validBody(), { 'idempotency-key': key }));
    if (!reply) return;
    const id = createdId(reply);
    created.set(key, id);
    if (count % 4 !== 0) return;
    const pay = () => send(baseUrl, keys, `/payment_intents/${id}/simulate`, { body: { kind: 'full' } });
    if (await insist('simulate', pay)) paid.add(id);
  };
  const run = async () => {
    const buying = new Set<Promise<void>>();
    for (let count = 0; !over.signal.aborted; count += 1) {
      const order = buy(count).finally(() => buying.delete(order));
      buying.add(order);
      await sleep(1_000 / perSecond);
      if (buying.size >= BUYERS) await Promise.race(buying);
    }
    await Promise.all(buying);
  };
  const running = run();
  return {
    created,
    paid,
    failures,
    requests,
    async stop() {
      over.abort();
      await running;
    },
  };
}

/** As clients are told to: nothing was written of a request that was held for too long. One that was not held is a failure. */
async function repeatWhileMoving(request: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const sentMs = performance.now();
    const reply = await request();
    const wasHeld = performance.now() - sentMs >= REJECTED_AFTER_MS;
    if (!(wasHeld && reply.status === 503 && reply.text.includes('is being moved'))) return reply;
  }
}
