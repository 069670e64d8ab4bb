import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG } from '../faults/catalog.ts';
import { checkRules, type RunSql } from '../faults/lab/check-rules.ts';
import { isMet } from '../faults/needs.ts';
import { runFault } from '../faults/run-fault.ts';
import { insertUnmatchedTransfer } from '../http/insert-unmatched-transfer.ts';
import { type Shop, startShop } from '../http/start-shop.ts';
import { create, createdId, send, validBody } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A few of `npm run faults`, each of which has found an error. The bounds leave room for a busy machine. */
const SHORT = ['kill-api-after-commit', 'drop-connections', 'refuse-writes', 'fill-log-disk', 'log-canaries'];
const faults = CATALOG.filter(({ name }) => SHORT.includes(name));

describe('nothing is lost or doubled, and every answer is documented:', () => {
  for (const fault of faults) {
    it.runIf(fault.needs.every(isMet))(fault.title, async () => {
      const { outcome, violations } = await runFault(fault, { seed: 20_261_116, short: true, patience: 5 });
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
  const told = { sent: new Set<string>(), acknowledged: new Map<string, string>() };
  const run: RunSql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows as Row[];

  beforeAll(async () => {
    shop = await startShop({ FLORIN_SIMULATED_BLOCK_MS: '100' });
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
    await send(shop.baseUrl, shop.keys, `/invoices/${told.acknowledged.get('paid')}.json`);
    await insertUnmatchedTransfer(shop.databaseUrl, shop.keys.merchant_id);
    client = new Client({ connectionString: shop.databaseUrl });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await shop.stop();
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
    ['every migration is applied', 'DELETE FROM florin_data.migrations WHERE number = 1'],
    ['every acknowledged intent', `UPDATE florin_data.payment_intents SET order_id = 'other' WHERE order_id = 'open'`],
    ['no order has two intents', `UPDATE florin_data.payment_intents SET order_id = 'open'`],
    ['every intent was asked for', `UPDATE florin_data.payment_intents SET order_id = NULL WHERE order_id = 'open'`],
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
