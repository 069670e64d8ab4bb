import { create, createdId, pricedAt, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { Mode, ShownIntent } from './api-types.ts';
import { FAR_FUTURE } from './fixture.ts';
import { type Account, expectStatus } from './make-merchants.ts';
import type { Lab } from './open-lab.ts';
import { readIntent } from './read-tenant.ts';

export interface PayWay {
  network: string;
  address: string;
  uri: string;
}

/** Makes intents of one merchant for the fixture. The order id of each says what it stands for. */
export interface Counter {
  /** A new intent; `due` is such as `0.5 LTC`. */
  ask(order: string, due?: string, more?: object): Promise<string>;
  /** The same, with an expiry in the far future. */
  askForLong(order: string, due?: string): Promise<string>;
  /** A payer's first view, which gives the intent its payment targets. */
  view(id: string): Promise<PayWay[]>;
  post(id: string, verb: string, body?: object): Promise<Reply>;
  simulate(id: string, kind: string): Promise<void>;
  moveExpiry(order: string, at: string): Promise<void>;
  /** Waits until a condition holds. */
  until(id: string, what: string, condition: (intent: ShownIntent) => boolean): Promise<ShownIntent>;
  untilStatus(id: string, status: string): Promise<ShownIntent>;
}

export function openCounter({ api: { baseUrl } }: Lab, account: Account, mode: Mode = 'test'): Counter {
  const keys = account.keys[mode];

  async function ask(order: string, due = '0.05 ETH', more: object = {}): Promise<string> {
    const reply = await create(baseUrl, keys, { ...validBody(), ...pricedAt(50, due), order_id: order, ...more });
    return createdId(expectStatus(reply, 201));
  }

  async function post(id: string, verb: string, body: object = {}): Promise<Reply> {
    return expectStatus(await send(baseUrl, keys, `/payment_intents/${id}/${verb}`, { body }), 200);
  }

  /** As the program does it: with an event, so that the events still add up to the intent. */
  async function moveExpiry(order: string, at: string): Promise<void> {
    const moved = await runSql(
      account.dataUrl,
      `WITH moved AS (
         UPDATE florin_data.payment_intents SET expires_at = $2, sequence = sequence + 1 WHERE order_id = $1
         RETURNING merchant_id, livemode, id, sequence
       )
       INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
       SELECT merchant_id, livemode, id, sequence, 'payment_intent.expiry_changed',
         jsonb_build_object('expires_at', $2::text), now() FROM moved RETURNING 1`,
      [order, at],
    );
    if (moved.length !== 1) throw new Error(`${moved.length} intents have the order id ${order}`);
  }

  async function until(id: string, what: string, condition: (intent: ShownIntent) => boolean): Promise<ShownIntent> {
    return waitUntil(`${id} ${what}`, async () => {
      const intent = await readIntent(baseUrl, keys, id);
      return condition(intent) ? intent : undefined;
    });
  }

  return {
    ask,
    post,
    moveExpiry,
    until,
    async askForLong(order, due) {
      const id = await ask(order, due);
      await moveExpiry(order, FAR_FUTURE);
      return id;
    },
    async view(id) {
      const reply = await send(baseUrl, keys, `/checkout/${id}/status`);
      return (expectStatus(reply, 200).json as { options: PayWay[] }).options;
    },
    simulate: async (id, kind) => void (await post(id, 'simulate', { kind })),
    untilStatus: (id, status) => until(id, `is ${status}`, (intent) => intent.status === status),
  };
}
