import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntentId, type MerchantId, uuidOf } from '../../src/domain/ids.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { EXPORT_COLUMNS } from '../../src/ports/exports.ts';
import { untilStatus } from '../chains/engine-client.ts';
import { create, createdId, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectParameters, expectProblem } from './expect-problem.ts';
import { insertUnmatchedTransfer } from './insert-unmatched-transfer.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
const EVIL = '=HYPERLINK("http://evil.example","x")';
const TX = '00000000-0000-0000-0000-00000000abcd';
const made: string[] = [];

beforeAll(async () => {
  shop = await startShop();
  for (const [index, name] of [EVIL, 'Ada, "the first"', 'Zoë\nLovelace'].entries()) {
    const customer = { name, email: `c${index}@example.org`, phone_number: '' };
    const reply = await create(shop.baseUrl, shop.keys, { ...validBody(), customer, order_id: `-${index}` });
    expect(reply.status, reply.text).toBe(201);
    made.unshift(createdId(reply));
  }
});

afterAll(() => shop.stop());

const fetchExport = (path: string) => send(shop.baseUrl, shop.keys, `/exports/${path}`);

interface Download {
  status: number;
  text: string;
  trailers: Record<string, string | undefined>;
}

/** With the trailers, which `fetch` does not show. */
const download = (path: string): Promise<Download> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${shop.keys.private_key}` };
    get(`${shop.baseUrl}/${shop.keys.public_key}/exports/${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8'),
          trailers: response.trailers,
        }),
      );
    }).on('error', reject);
  });

describe('200 for an export', () => {
  it('is CSV that a spreadsheet opens safely, newest first', async () => {
    const reply = await fetchExport('payments.csv');
    expect(reply.status, reply.text).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="payments-test.csv"');
    const { text } = await download('payments.csv');
    expect(text.startsWith(`\uFEFF${EXPORT_COLUMNS.payments.join(',')}\r\n`)).toBe(true);
    const records = text.split('\r\n').slice(1, -1);
    expect(records.map((record) => record.slice(0, 25))).toEqual(made);
    expect(records[0]).toContain('"Zoë\nLovelace",c2@example.org,\'-2,');
    expect(records[1]).toContain('"Ada, ""the first""",');
    expect(records[2]).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")",`);
  });

  it('is JSON Lines with the same columns and the values as they are', async () => {
    const { text, trailers } = await download('payments.jsonl');
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map((row) => Object.keys(row))).toEqual(rows.map(() => [...EXPORT_COLUMNS.payments]));
    expect(rows.at(-1)).toMatchObject({
      id: made.at(-1),
      status: 'requires_payment',
      total: '121.00',
      tax: '21.00',
      currency: 'USD',
      asset: 'SOL',
      amount_due: '0.46342',
      amount_received: '0',
      customer_name: EVIL,
      order_id: '-0',
      networks: null,
      transactions: null,
      invoice_numbers: null,
      paid_at: null,
      exchange_rate: '1 SOL = $261.10',
      flags: null,
      overpaid_by: '0',
    });
    expect(trailers).toEqual({ 'export-rows': '3' });
  });

  it('has the filters of the list', async () => {
    const { text } = await download('payments.jsonl?search=c1%40example.org');
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect((await download('payments.jsonl?status=canceled')).text).toBe('');
    expect((await download('payments.csv?status=canceled')).trailers).toEqual({ 'export-rows': '0' });
    expectParameters(await fetchExport('payments.csv?limit=1&cursor=x&amount_min=1'), ['limit', 'cursor']);
  });

  it('exports transfers and invoices', async () => {
    await insertUnmatchedTransfer(shop.databaseUrl, shop.keys.merchant_id, false, TX);
    const transfers = await download('transfers.csv');
    expect(transfers.text).toContain(TX);
    expect(transfers.trailers).toEqual({ 'export-rows': '1' });
    const [reversed = '', paid = ''] = made;
    for (const [id, kind, status] of [
      [paid, 'full', 'succeeded'],
      [reversed, 'deep_reorg', 'needs_review'],
    ] as const) {
      await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/simulate`, { body: { kind } });
      await untilStatus(shop, id, status);
    }
    const named = await download(`transfers.csv?payment_intent_id=${paid}`);
    expect(named.trailers).toEqual({ 'export-rows': '0' });
    expectProblem(await fetchExport('transfers.csv?payment_intent_id=pi_1'), 404, 'not_found');
    const { text } = await download('invoices.jsonl');
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map((row) => Object.keys(row))).toEqual(rows.map(() => [...EXPORT_COLUMNS.invoices]));
    expect(rows).toMatchObject([
      {
        kind: 'credit_note',
        number: 'CN-000001',
        corrects: 'INV-000002',
        payment_intent_id: reversed,
        total: '121.00',
      },
      { kind: 'invoice', number: 'INV-000002', corrects: null, payment_intent_id: reversed, status: 'needs_review' },
      {
        kind: 'invoice',
        number: 'INV-000001',
        corrects: null,
        payment_intent_id: paid,
        status: 'succeeded',
        asset: 'SOL',
        transactions: expect.stringMatching(/^\S+$/) as string,
      },
    ]);
    const succeeded = JSON.parse((await download('payments.jsonl?status=succeeded')).text) as Record<string, unknown>;
    const shown = (await send(shop.baseUrl, shop.keys, `/payment_intents/${paid}`)).json;
    expect(succeeded).toMatchObject({ paid_at: shown['paid_at'], transactions: rows.at(-1)?.['transactions'] });
    expect(shown['paid_at']).not.toBeNull();
    const payment = await download('payments.jsonl?status=needs_review');
    expect(JSON.parse(payment.text)).toMatchObject({ id: reversed, invoice_numbers: 'INV-000002 CN-000001' });
  });

  it('adds up what counts, and lists each payment that is not void', async () => {
    const [id = ''] = made.slice(-1);
    const keys = [uuidOf(shop.keys.merchant_id as MerchantId), uuidOf(id as IntentId)];
    // Nobody watches devnet here, so what is seen there stays seen.
    await runSql(
      shop.databaseUrl,
      `INSERT INTO florin_data.payments (merchant_id, livemode, intent_id, network, tx, tx_index, block_height, confirmations,
         required, state, asset, amount, first_seen_at)
       SELECT $1, false, $2, network, tx, 0, 1, 2, 2, state, asset, amount, '2026-01-01T00:00:00Z'::timestamptz + after
       FROM (VALUES ('simulated', 'tx-c', 'final', 'SOL', 0.100000000000000001, interval '2 s'),
         ('solana-devnet', 'tx-b', 'final', 'SOL', 0.2, interval '1 s'),
         ('solana-devnet', 'tx-a', 'seen', 'SOL', 5, interval '1 s'),
         ('solana-devnet', 'tx-d', 'final', 'USDC', 7, interval '3 s'), ('bitcoin', 'tx-e', 'void', 'SOL', 9, interval '4 s'))
         AS made (network, tx, state, asset, amount, after)`,
      keys,
    );
    await runSql(
      shop.databaseUrl,
      `UPDATE florin_data.payment_intents SET flags = '{late,tolerated}', created_at = '2026-01-02T03:04:05Z', expires_at = '2026-01-02T03:04:05.067899Z'
       WHERE merchant_id = $1 AND id = $2`,
      keys,
    );
    const { text } = await download('payments.jsonl?order_id=-0');
    expect(JSON.parse(text)).toMatchObject({
      id,
      created_at: '2026-01-02T03:04:05.000Z',
      amount_received: '0.300000000000000001',
      networks: 'simulated solana-devnet',
      transactions: 'tx-a tx-b tx-c tx-d',
      paid_at: null,
      flags: 'late tolerated',
      expires_at: '2026-01-02T03:04:05.067Z',
    });
    await runSql(shop.databaseUrl, 'DELETE FROM florin_data.payments WHERE merchant_id = $1 AND intent_id = $2', keys);
  });

  it('lists invoices and credit notes in pages', async () => {
    const list = async (query: string) => (await send(shop.baseUrl, shop.keys, `/invoices?${query}`)).json;
    expect(await list('limit=1')).toMatchObject({
      data: [{ kind: 'credit_note', number: 'CN-000001', corrects: { number: 'INV-000002' } }],
      next_cursor: 'credit_note-1',
    });
    expect(await list('limit=1&cursor=credit_note-1')).toMatchObject({
      data: [{ kind: 'invoice', number: 'INV-000002', corrects: null }],
      next_cursor: 'invoice-2',
    });
    expect(await list('cursor=invoice-2')).toMatchObject({ data: [{ number: 'INV-000001' }], next_cursor: null });
    expectParameters(await send(shop.baseUrl, shop.keys, '/invoices?cursor=INV-000002'), ['cursor']);
  });

  it('shows times, flags and excess as the payment intent does', async () => {
    const customer = { name: 'Eve \\ "E"', email: 'eve@example.org', phone_number: '' };
    const order = { ...validBody(), customer, order_id: 'excess' };
    const id = createdId(await create(shop.baseUrl, shop.keys, order));
    await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/simulate`, { body: { kind: 'over' } });
    const { json } = await waitUntil('the excess is final', async () => {
      const reply = await send(shop.baseUrl, shop.keys, `/payment_intents/${id}`);
      return (reply.json['flags'] as string[]).includes('overpaid') && reply;
    });
    const row = JSON.parse((await download('payments.jsonl?order_id=excess')).text) as Record<string, unknown>;
    expect(row).toMatchObject({
      amount_received: json['amount_received'],
      paid_at: json['paid_at'],
      exchange_rate: json['exchange_rate'],
      flags: 'overpaid',
      overpaid_by: json['overpaid_by'],
    });
    expect(row['overpaid_by']).not.toBe('0');
    // Nobody pays less than the smallest unit of a network on purpose.
    const keys = [uuidOf(shop.keys.merchant_id as MerchantId), uuidOf(id as IntentId)];
    await runSql(
      shop.databaseUrl,
      'UPDATE florin_data.targets SET decimals = 1 WHERE merchant_id = $1 AND intent_id = $2',
      keys,
    );
    const coarse = JSON.parse((await download('payments.jsonl?order_id=excess')).text) as Record<string, unknown>;
    expect(coarse['overpaid_by']).toBe('0');
    await runSql(
      shop.databaseUrl,
      `UPDATE florin_data.payments SET state = 'void' WHERE merchant_id = $1 AND intent_id = $2`,
      keys,
    );
    const undone = JSON.parse((await download('payments.jsonl?order_id=excess')).text) as Record<string, unknown>;
    expect(undone).toMatchObject({ amount_received: '0', networks: null, transactions: null, paid_at: null });
  });

  it('reads every page of a long list, once', async () => {
    const merchant = uuidOf(shop.keys.merchant_id as MerchantId);
    await runSql(
      shop.databaseUrl,
      `INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at,
         total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, warnings, request_body)
       SELECT merchant_id, livemode, ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, 'canceled', 1, created_at,
         expires_at, total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, warnings, request_body
       FROM florin_data.payment_intents, generate_series(1, 2500) AS number WHERE merchant_id = $1 AND order_id = '-0'`,
      [merchant],
    );
    const { text, trailers } = await download('payments.jsonl?status=canceled');
    const found = text.trimEnd().split('\n');
    expect([found.length, new Set(found).size, trailers]).toEqual([2_500, 2_500, { 'export-rows': '2500' }]);
  });
});

describe('exports at the same time', () => {
  it('are limited per merchant, and end when their client leaves', async () => {
    const leave: (() => void)[] = [];
    const open = () =>
      new Promise<number>((resolve, reject) => {
        const headers = { authorization: `Bearer ${shop.keys.private_key}` };
        const request = get(`${shop.baseUrl}/${shop.keys.public_key}/exports/payments.csv`, { headers, agent: false });
        request.on('response', (response) => {
          response.pause();
          leave.push(() => response.destroy());
          resolve(response.statusCode ?? 0);
        });
        request.on('error', reject);
      });
    // Enough rows that no buffer takes them all.
    await runSql(
      shop.databaseUrl,
      `UPDATE florin_data.payment_intents SET request_body = replace(request_body, '"name":"', '"name":"' || repeat('long ', 2000))
       WHERE status = 'canceled'`,
    );
    for (let count = 0; count < LIMITS.exportsOfMerchantMax; count += 1) expect(await open()).toBe(200);
    expectProblem(await fetchExport('payments.csv?search=nobody'), 429, 'rate_limited');
    for (const go of leave) go();
    // The page that was being read is short, and no other follows.
    await waitUntil('the database rests', async () => {
      const [row] = await runSql<{ busy: number }>(
        shop.databaseUrl,
        `SELECT count(*)::integer AS busy FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'florin-export' AND state <> 'idle'`,
      );
      return row?.busy === 0;
    });
    // On a busy machine the database may give up reading it, which ends the response early.
    const ask = () => fetchExport('payments.csv?search=nobody').catch(() => undefined);
    await waitUntil('a slot is free', async () => (await ask())?.status === 200);
  });
});
