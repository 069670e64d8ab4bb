import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG } from '../faults/catalog.ts';
import { checkRules, type RunSql } from '../faults/lab/check-rules.ts';
import { isMet } from '../faults/needs.ts';
import { runFault } from '../faults/run-fault.ts';
import { insertUnmatchedTransfer } from '../http/insert-unmatched-transfer.ts';
import { type Shop, startShop } from '../http/start-shop.ts';
import { create, createdId, send, validBody } from '../support/client.ts';
import { isThorough } from '../support/effort.ts';
import { type Receiver, startReceiver } from '../support/start-receiver.ts';
import { waitUntil } from '../support/wait-until.ts';

/**
 * A few of `npm run faults`: those that have found an error, and the one that covers webhooks. The bounds leave room for a
 * busy machine.
 */
const SHORT = [
  'kill-api-after-commit',
  'kill-at-random',
  'drop-connections',
  'fail-over',
  'log-canaries',
  ...(isThorough ? ['refuse-writes', 'fill-log-disk'] : []),
];
/** With it, `kill-at-random` kills both APIs and PostgreSQL once. */
const SEED = 1_731_142_769;
const faults = CATALOG.filter(({ name }) => SHORT.includes(name));

describe('nothing is lost or doubled, and every answer is documented:', () => {
  for (const fault of faults) {
    it.runIf(fault.needs.every(isMet))(fault.title, async () => {
      const { outcome, violations } = await runFault(fault, { seed: SEED, short: true, patience: 5 });
      expect(violations).toEqual([]);
      expect(outcome).toBe('passed');
    });
  }

  it('every fault of the short list is in the catalog, and every name is there once', () => {
    expect(faults).toHaveLength(SHORT.length);
    expect(new Set(CATALOG.map(({ name }) => name)).size).toBe(CATALOG.length);
  });
});

const doNothing = async () => undefined;
const waitForever = () => new Promise<void>(() => undefined);

describe('a fault that cannot run', () => {
  it('is not passed', async () => {
    const fault = { name: 'x', group: 'input', title: 'x', secondsMax: 1, run: doNothing } as const;
    const options = { seed: 1, short: true, patience: 1 };
    const without = { ...options, hasNeed: () => false };
    expect(await runFault({ ...fault, needs: ['root'] }, without)).toMatchObject({ outcome: 'not run' });
    // It has checked nothing.
    expect(await runFault({ ...fault, needs: [] }, options)).toMatchObject({ outcome: 'failed' });
    expect(await runFault({ ...fault, needs: [], secondsMax: 0.1, run: waitForever }, options)).toMatchObject({
      outcome: 'failed',
      violations: [expect.stringContaining('not over')],
    });
  });
});

describe('the rules of a database', () => {
  let shop: Shop;
  let client: Client;
  let receiver: Receiver;
  const told = { sent: new Set<string>(), acknowledged: new Map<string, string>() };
  const run: RunSql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows as Row[];

  beforeAll(async () => {
    shop = await startShop({ FLORIN_SIMULATED_BLOCK_MS: '100' });
    receiver = await startReceiver();
    await send(shop.baseUrl, shop.keys, '/webhook_endpoints', { body: { url: receiver.url, events: ['payment.*'] } });
    await send(shop.baseUrl, shop.keys, '/webhook_endpoints', { body: { url: receiver.url, events: ['*'] } });
    for (const key of ['open', 'paid']) {
      const reply = await create(
        shop.baseUrl,
        shop.keys,
        { ...validBody(), order_id: key },
        { 'idempotency-key': key },
      );
      told.sent.add(key);
      told.acknowledged.set(key, createdId(reply));
    }
    const paid = `/payment_intents/${told.acknowledged.get('paid')}`;
    await send(shop.baseUrl, shop.keys, `${paid}/simulate`, { body: { kind: 'full' } });
    await waitUntil(
      'it is paid',
      async () => (await send(shop.baseUrl, shop.keys, paid)).json['status'] === 'succeeded',
    );
    await insertUnmatchedTransfer(shop.databaseUrl, shop.keys.merchant_id);
    client = new Client({ connectionString: shop.databaseUrl });
    await client.connect();
    await waitUntil('everything is delivered', async () => {
      const rows = await run(`SELECT FROM florin_data.deliveries WHERE event_type = 'payment_intent.succeeded'
         AND state = 'delivered' AND NOT EXISTS (SELECT FROM florin_data.deliveries WHERE state = 'pending')`);
      return rows.length > 0;
    });
  });

  afterAll(async () => {
    await client.end();
    await shop.stop();
    await receiver.stop();
  });

  it('hold in a database in which nothing went wrong', async () => {
    expect((await checkRules(run, told)).violations).toEqual([]);
  });

  it.each([
    ['numbered from 1 to its sequence', 'DELETE FROM florin_data.events WHERE sequence = 2'],
    ['every event belongs', `DELETE FROM florin_data.payment_intents WHERE order_id = 'open'`],
    ['the first event is the creation', `UPDATE florin_data.events SET type = 'x' WHERE sequence = 1`],
    [
      'the last status in the events',
      `UPDATE florin_data.payment_intents SET status = 'expired' WHERE order_id = 'open'`,
    ],
    [
      'succeeds once',
      `INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
       SELECT merchant_id, livemode, intent_id, 99, type, changes, created_at FROM florin_data.events
       WHERE type = 'payment_intent.succeeded'`,
    ],
    ['the status follows from the payments', `UPDATE florin_data.payments SET state = 'void'`],
    ['with all of its money', `UPDATE florin_data.payment_intents SET status = 'expired' WHERE order_id = 'paid'`],
    [
      'one payment at most',
      `DROP INDEX florin_data.payments_transfer; INSERT INTO florin_data.payments (merchant_id, livemode, intent_id,
         network, tx, tx_index, confirmations, required, state, asset, amount, first_seen_at)
       SELECT p.merchant_id, p.livemode, i.id, network, tx, tx_index, confirmations, required, state, p.asset, amount,
         first_seen_at FROM florin_data.payments p, florin_data.payment_intents i WHERE i.order_id = 'open'`,
    ],
    ['a payment or unmatched', `UPDATE florin_data.transfers SET tx = (SELECT tx FROM florin_data.payments)`],
    ['every payment belongs', `DELETE FROM florin_data.payment_intents WHERE order_id = 'paid'`],
    ['simulated network is recorded', 'DELETE FROM florin_data.payments'],
    ['an idempotency key', `UPDATE florin_data.idempotency_keys SET intent_id = gen_random_uuid()`],
    ['invoices are numbered', 'UPDATE florin_data.invoices SET number = 7'],
    ['every success has an invoice', 'DELETE FROM florin_data.invoices'],
    ['every migration is applied', 'DELETE FROM florin_data.migrations WHERE number = 1'],
    ['every acknowledged intent', `UPDATE florin_data.payment_intents SET order_id = 'other' WHERE order_id = 'open'`],
    ['no order has two intents', `UPDATE florin_data.payment_intents SET order_id = 'open'`],
    ['every intent was asked for', `UPDATE florin_data.payment_intents SET order_id = NULL WHERE order_id = 'open'`],
    [
      'numbered without a gap',
      'UPDATE florin_data.numbered_batches SET last_number = last_number + 1000 WHERE last_number > 2',
    ],
    [
      'numbered without a gap',
      `UPDATE florin_data.numbered_batches SET last_number = 1, created_at = created_at + last_number * interval '1 second'`,
    ],
    ['the one that was counted', 'UPDATE florin_data.event_counters SET last_number = last_number - 1'],
    ['the one that was counted', 'DELETE FROM florin_data.event_counters'],
    ['has one number, or waits', 'DELETE FROM florin_data.numbered_batches WHERE sequence = 1'],
    [
      'an event has one number',
      `INSERT INTO florin_data.waiting_batches (merchant_id, livemode, type, intent_ids, happened_at, event_id)
       SELECT merchant_id, livemode, type, '{NULL}', ARRAY[happened_at], event_id FROM florin_data.numbered_events
       WHERE number = 1`,
    ],
    ['is in its history', `UPDATE florin_data.numbered_batches SET type = 'x' WHERE last_number = 1`],
    ['the order of its history', 'UPDATE florin_data.numbered_batches SET last_number = 1000 - last_number'],
    [
      'a delivery of every event that it wants',
      `UPDATE florin_data.webhook_endpoints SET created_at = created_at - interval '1 hour';
       DELETE FROM florin_data.deliveries WHERE event_type = 'payment.final'`,
    ],
    [
      'one of them is in order',
      `UPDATE florin_data.webhook_endpoints SET created_at = created_at - interval '1 hour';
       INSERT INTO florin_data.deliveries
       SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
       FROM florin_data.deliveries d WHERE event_type = 'payment.final'`,
    ],
    ['of a numbered event', 'UPDATE florin_data.deliveries SET event_id = gen_random_uuid() WHERE number = 1'],
    ['one body for each version', `UPDATE florin_data.deliveries SET body = replace(body, '"number":', '"number":1')`],
    ['every attempt of a delivery', 'DELETE FROM florin_data.delivery_attempts'],
    ['an attempt was accepted', 'UPDATE florin_data.delivery_attempts SET status = 500'],
    ['holds it up', `UPDATE florin_data.deliveries SET state = 'pending', next_attempt_at = NULL WHERE number = 1`],
    ['holds it up', `UPDATE florin_data.deliveries SET state = 'pending', next_attempt_at = now()`],
  ])('find what breaks "%s"', async (rule, sabotage) => {
    await client.query('BEGIN');
    try {
      await client.query(sabotage);
      const { violations } = await checkRules(run, told);
      expect(violations.filter((violation) => violation.includes(rule))).toHaveLength(1);
    } finally {
      await client.query('ROLLBACK');
    }
  });
});
