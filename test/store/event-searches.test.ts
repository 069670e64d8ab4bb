import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { idFromUuid, makeId, uuidOf } from '../../src/domain/ids.ts';
import type { Statement } from '../../src/store/database/database.ts';
import { SEEN_BATCHES_MAX } from '../../src/store/events/number-events.ts';
import { runSql, servers } from '../support/databases.ts';
import { openPostgres } from './engine-databases.ts';
import { explainReads } from './explain.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { sampleEndpoint, sampleRecord } from './sample-webhooks.ts';

const NOW_MS = Date.UTC(2026, 10, 16);
/** So many events wait, and so many have numbers. */
const MANY = 20_000;
const BATCH = 500;
const PAGE = 50;

const COLUMNS = `status, sequence, expires_at, total_amount, tax_amount, tax_percent, currency, asset, crypto_amount,
  customer_email, warnings, request_body`;

/** Copies of one intent, a second apart. */
const COPY_INTENTS = `INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, created_at, ${COLUMNS})
  SELECT merchant_id, livemode, gen_random_uuid(), created_at - number * interval '1 second', ${COLUMNS}
  FROM florin_data.payment_intents CROSS JOIN generate_series(1, $1::int) AS number
  WHERE merchant_id = $2 AND livemode = $3`;

/** Each by a statement to itself, so that each is a batch. */
const WRITE_EVENTS = `DO $$
DECLARE
  intent record;
BEGIN
  FOR intent IN SELECT * FROM florin_data.payment_intents LOOP
    INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
    VALUES (intent.merchant_id, intent.livemode, intent.id, 2, 'payment_intent.created', '{"status": "canceled"}',
      intent.created_at);
  END LOOP;
END
$$`;

describe.each(servers())('searches for events on the $name PostgreSQL', ({ url: serverUrl }) => {
  const merchantId = newMerchantId();
  const merchant = uuidOf(merchantId);
  let opened: Awaited<ReturnType<typeof openPostgres>>;
  const store = () => opened.bind(merchantId, false);

  const dispatch = () =>
    opened.database.eventDispatch.dispatch({
      nowMs: NOW_MS,
      limit: BATCH,
      render: () => '{}',
      newId: () => makeId('dlv', NOW_MS, randomBytes(10)),
    });

  /** Every intent has two events; the second one of some waits behind the delivery of the first. */
  beforeAll(async () => {
    opened = await openPostgres(serverUrl);
    await store().intents.insert(sampleIntent(), undefined);
    await store().endpoints.insert(sampleEndpoint(), 20, sampleRecord('webhook_endpoint.created'));
    await runSql(opened.url, 'TRUNCATE florin_data.waiting_batches');
    await runSql(opened.url, COPY_INTENTS, [MANY, merchant, false]);
    await runSql(opened.url, WRITE_EVENTS);
    await dispatch();
    await dispatch();
    await runSql(
      opened.url,
      `INSERT INTO florin_data.numbered_batches
         (merchant_id, livemode, last_number, type, sequence, intent_ids, happened_at, last_at, created_at)
       SELECT merchant_id, livemode, 1000000 + row_number() OVER (), 'payment.seen', 9, ARRAY[intent_id],
         ARRAY[created_at], created_at, $1
       FROM florin_data.events WHERE sequence = 2`,
      [new Date(NOW_MS)],
    );
    await runSql(
      opened.url,
      `WITH delivered AS (DELETE FROM florin_data.waiting_batches WHERE position % 2 = 0
         RETURNING merchant_id, livemode, intent_ids[1] AS intent_id)
       INSERT INTO florin_data.events SELECT merchant_id, livemode, intent_id, 3, 'payment_intent.canceled', '{}', now()
       FROM delivered`,
    );
    return () => opened.close();
  }, 600_000);

  afterEach(() => vi.restoreAllMocks());

  /** How the statements of some work that only read, or take from the queue, read these tables and their indexes. */
  async function readsOf(prefix: string, work: () => Promise<unknown>) {
    const query = vi.spyOn(Client.prototype, 'query');
    await work();
    const calls = query.mock.calls as unknown as [string | Statement, unknown[]?][];
    query.mockRestore();
    const statements = calls
      .map(([first, values]) => (typeof first === 'string' ? { text: first, values: values ?? [] } : first))
      .filter(({ text }) => /^\s*(WITH chosen|SELECT)/.test(text) && /florin_data/.test(text));
    const reads = [];
    for (const { text, values } of statements) reads.push(...(await explainReads(opened.url, text, values, prefix)));
    expect(reads.length, prefix).toBeGreaterThan(0);
    return reads;
  }

  describe.each(['never', 'just now'])('in tables that were analyzed %s', (analyzed) => {
    beforeAll(async () => {
      if (analyzed !== 'never') await runSql(opened.url, 'ANALYZE');
    });

    it.each([
      ['waiting_batches', SEEN_BATCHES_MAX],
      ['payment_intents', BATCH],
      ['events', 4 * BATCH],
      ['deliveries', BATCH],
      ['webhook_endpoints', 1],
    ])('a dispatch reads of %s what it needs', async (prefix, rowsMax) => {
      for (const { from, rows } of await readsOf(prefix, dispatch)) {
        expect(rows, from).toBeLessThanOrEqual(rowsMax);
      }
    });

    it.each([
      // A month has no statistics only for a moment, in which it is small.
      ...(analyzed === 'never' ? [] : [['all', {}] as const]),
      ['rare types', { types: ['payment_intent.created', 'wallet.*'] }] as const,
      ['no such type', { types: ['wallet.changed'] }] as const,
    ])('a page of events reads little: %s', async (_, more) => {
      const reads = [
        ...(await readsOf('numbered_batches', () => store().events.list({ after: 0, limit: PAGE, ...more }))),
        ...(await readsOf('numbered_batches', () => store().events.listBackwards({ limit: PAGE, ...more }))),
      ];
      // PostgreSQL rounds the rows per loop.
      for (const { from, rows } of reads) expect(rows, from).toBeLessThanOrEqual(PAGE + 2);
    });

    it('the events of an intent are looked up by their times', async () => {
      const [event] = await store().events.list({ after: 0, limit: 1 });
      const intentId = event && 'intent' in event.subject ? event.subject.intent.id : idFromUuid('pi', merchant);
      const reads = await readsOf('numbered_batches', () => store().events.list({ after: 0, limit: 50, intentId }));
      // Of each of its events, what happened within the same second: here two batches.
      for (const { from, rows } of reads) expect(rows, from).toBeLessThanOrEqual(6);
      const [found] = await readsOf('numbered_batches', async () => event && (await store().events.find(event.id)));
      expect(found?.rows).toBeLessThanOrEqual(1);
    });
  });
});
