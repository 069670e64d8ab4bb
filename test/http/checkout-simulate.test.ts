import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { create, createdId, type Keys, type Reply, send, validBody } from '../support/client.ts';
import { hasPdftotext, readPdf } from '../support/read-pdf.ts';
import { florin } from '../support/server.ts';
import { untilHandled } from '../support/until-handled.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectPointers, expectProblem } from './expect-problem.ts';
import { sendBytes } from './send-bytes.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
let live: Keys;

beforeAll(async () => {
  shop = await startShop({ FLORIN_SIMULATED_BLOCK_MS: '200' });
  live = await florin<Keys>(shop.options, 'keys', 'create', '--merchant', shop.keys.merchant_id, '--mode', 'live');
});

afterAll(() => shop.stop());

const createId = async (change: Record<string, unknown> = {}, keys: Keys = shop.keys) =>
  createdId(await create(shop.baseUrl, keys, { ...validBody(), ...change }));

const at = (id: string, what: string, key = shop.keys.public_key) => `/${key}/checkout/${id}/${what}`;

/** As a page of another origin sends it: without a key or a cookie. */
const simulate = (id: string, body: unknown = { kind: 'full' }, key?: string): Promise<Reply> =>
  sendBytes(shop.baseUrl, {
    method: 'POST',
    path: at(id, 'simulate', key),
    headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
    body: JSON.stringify(body),
  });

interface State {
  status: string;
  amount_remaining: string;
  options: { network: string; amount: string }[];
  receipt: { paid_at: string | null; payments: Record<string, unknown>[]; more_payments: number } | null;
}

const stateOf = async (id: string) => (await (await fetch(`${shop.baseUrl}${at(id, 'status')}`)).json()) as State;

const until = (id: string, status: string): Promise<State> =>
  waitUntil(`${id} ${status}`, async () => {
    const state = await stateOf(id);
    return state.status === status ? state : undefined;
  });

describe('202 for a simulated payment', () => {
  it('by anyone who knows the ID of a test intent, from every origin', async () => {
    const id = await createId();
    const answer = await simulate(id);
    expect(answer.status, answer.text).toBe(202);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    await until(id, 'succeeded');
  });

  it('of a part, then of the rest', async () => {
    const id = await createId();
    expect((await simulate(id, { kind: 'partial' })).status).toBe(202);
    const { amount_remaining, options } = await until(id, 'partially_paid');
    expect(options).toMatchObject([{ network: 'simulated', amount: amount_remaining }]);
    expect((await simulate(id)).status).toBe(202);
    expect((await until(id, 'succeeded')).receipt?.payments).toHaveLength(2);
  });

  it('of too much', async () => {
    const id = await createId();
    await simulate(id, { kind: 'over' });
    expect(await until(id, 'succeeded')).toMatchObject({ flags: ['overpaid'] });
  });
});

describe('409 invalid_state', () => {
  it('in live mode', async () => {
    const id = await createId({}, live);
    const { detail } = expectProblem(await simulate(id, { kind: 'full' }, live.public_key), 409, 'invalid_state');
    expect(detail).toContain('only in test mode');
    const read = await send(shop.baseUrl, live, `/payment_intents/${id}`);
    expect(read.json).toMatchObject({ status: 'requires_payment', payments: [] });
  });

  it('after the intent was canceled or paid', async () => {
    const canceled = await createId();
    await send(shop.baseUrl, shop.keys, `/payment_intents/${canceled}/cancel`, { method: 'POST' });
    expectProblem(await simulate(canceled), 409, 'invalid_state');
    const paid = await createId();
    await simulate(paid);
    await until(paid, 'succeeded');
    expectProblem(await simulate(paid), 409, 'invalid_state');
  });
});

describe('404', () => {
  it('for an intent of another mode, an ID that nobody has, and a key that nobody has', async () => {
    const id = await createId({}, live);
    for (const [any, key] of [
      [id, shop.keys.public_key],
      ['pi_0000000000000000000000', shop.keys.public_key],
      ['x', shop.keys.public_key],
      [await createId(), 'fpk_test_0000000000000000000000'],
    ] as const)
      expectProblem(await simulate(any, { kind: 'full' }, key), 404, 'not_found');
  });
});

describe('422', () => {
  it.each(['late', 'wrong_asset', 'replace', 'reorg', 'deep_reorg', 'expire', '', 1, null])(
    'for a kind that needs a private key, or that is none: %j',
    async (kind) => {
      expectPointers(await simulate(await createId(), { kind }), ['#/kind']);
    },
  );
});

it('a form of another page sends nothing: its content type is refused before anything is read', async () => {
  const path = at(await createId(), 'simulate');
  const headers = { 'content-type': 'text/plain', origin: 'https://evil.example' };
  const answer = await sendBytes(shop.baseUrl, { method: 'POST', path, headers, body: '{"kind":"full"}' });
  expect(answer.status).toBe(415);
});

const pdfOf = (id: string, key?: string) => untilHandled(() => fetch(`${shop.baseUrl}${at(id, 'receipt.pdf', key)}`));
const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

describe('the receipt', () => {
  it('names the transaction, date, amount and merchant, on one page, and nobody else', async () => {
    const id = await createId({ order_id: 'o-77', description: 'Bulbs' });
    expect((await stateOf(id)).receipt).toBeNull();
    await simulate(id);
    const { receipt } = await until(id, 'succeeded');
    expect(receipt).toMatchObject({
      payments: [{ network: 'simulated', explorer_url: null, asset: 'SOL', amount: '0.46342' }],
      more_payments: 0,
    });
    expect(Date.parse(receipt?.paid_at ?? '')).toBeGreaterThan(Date.now() - 3_600_000);
    const answer = await pdfOf(id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${id}.pdf"`);
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect(pagesIn(pdf)).toBe(1);
    if (!hasPdftotext()) return;
    const text = readPdf(pdf);
    for (const part of [
      'Receipt',
      'Paid',
      String(receipt?.payments[0]?.['tx']),
      '0.46342 SOL',
      '121.00 USD',
      'o-77',
      id,
    ])
      expect(text).toContain(part);
    const { customer, billing_address } = validBody() as Record<string, Record<string, string>>;
    for (const value of [...Object.values(customer ?? {}), billing_address?.['address']])
      if (value) expect(text).not.toContain(value);
  });

  it('stays on one page with more payments than it lists', async () => {
    const id = await createId({ description: 'long '.repeat(199) });
    for (let paid = 0; paid <= LIMITS.receiptPaymentsMax; paid += 1) {
      const answer = await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/simulate`, {
        body: { kind: paid < LIMITS.receiptPaymentsMax ? 'partial' : 'full' },
      });
      expect(answer.status).toBe(200);
      await waitUntil('the payment is final', async () => {
        const { json } = await send(shop.baseUrl, shop.keys, `/payment_intents/${id}`);
        const payments = json['payments'] as { state: string }[];
        return payments.length === paid + 1 && payments.every(({ state }) => state === 'final');
      });
    }
    const { receipt } = await until(id, 'succeeded');
    expect(receipt).toMatchObject({ more_payments: 1 });
    expect(receipt?.payments).toHaveLength(LIMITS.receiptPaymentsMax);
    expect(pagesIn(Buffer.from(await (await pdfOf(id)).arrayBuffer()))).toBe(1);
  });

  it('is there for a payment that the merchant accepted by hand', async () => {
    const id = await createId();
    const scopes = ['--scope', 'payments:read', '--scope', 'payments:override'];
    const keys = await florin<Keys>(shop.options, 'keys', 'create', '--merchant', shop.keys.merchant_id, ...scopes);
    const marked = await send(shop.baseUrl, keys, `/payment_intents/${id}/mark_paid`, { body: { reason: 'Cash' } });
    expect(marked.status, marked.text).toBe(200);
    const { receipt } = await stateOf(id);
    expect(receipt).toMatchObject({ payments: [] });
    expect(receipt?.paid_at).not.toBeNull();
    expect((await pdfOf(id)).status).toBe(200);
  });

  it('409 before the payment, 404 for an unknown link', async () => {
    expect((await pdfOf(await createId())).status).toBe(409);
    expect((await pdfOf('pi_0000000000000000000000')).status).toBe(404);
    expect((await pdfOf(await createId(), live.public_key)).status).toBe(404);
  });
});
