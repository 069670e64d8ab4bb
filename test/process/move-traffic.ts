import { setTimeout as sleep } from 'node:timers/promises';
import { create, createdId, type Keys, send, validBody } from '../support/client.ts';

/** What a merchant's application and its payers do while the merchant moves. */
export interface Traffic {
  /** The answered intents, by the idempotency key of their requests. */
  created: ReadonlyMap<string, string>;
  /** The intents that were paid. */
  paid: ReadonlySet<string>;
  /** Answers that no client should get. */
  failures: readonly string[];
  /** How long the slowest request took, by its kind. */
  slowestMs(): number;
  stop(): Promise<void>;
}

/** Sends so many new intents per second, and pays every fourth one. */
export function startTraffic(baseUrl: string, keys: Keys, perSecond: number): Traffic {
  const created = new Map<string, string>();
  const paid = new Set<string>();
  const failures: string[] = [];
  const sent: Promise<void>[] = [];
  let slowestMs = 0;
  const over = new AbortController();
  const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const startedMs = performance.now();
    const result = await work();
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    return result;
  };
  const buy = async (count: number) => {
    const key = `order-${count}`;
    const reply = await timed(() => create(baseUrl, keys, validBody(), { 'idempotency-key': key }));
    if (reply.status !== 201) {
      failures.push(`create ${reply.status} ${reply.text}`);
      return;
    }
    const id = createdId(reply);
    created.set(key, id);
    if (count % 4 !== 0) return;
    const payment = await timed(() =>
      send(baseUrl, keys, `/payment_intents/${id}/simulate`, { body: { kind: 'full' } }),
    );
    if (payment.status < 300) paid.add(id);
    else failures.push(`simulate ${payment.status} ${payment.text}`);
  };
  const run = async () => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      sent.push(buy(count));
      await sleep(1_000 / perSecond);
    }
    await Promise.all(sent);
  };
  const running = run();
  return {
    created,
    paid,
    failures,
    slowestMs: () => slowestMs,
    async stop() {
      over.abort();
      await running;
    },
  };
}
