import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntentId, uuidOf } from '../../src/domain/ids.ts';
import { create, createdId, type Keys, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { createMerchant, florin, startServer } from '../support/server.ts';
import { untilHandled } from '../support/until-handled.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectProblem } from './expect-problem.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ FLORIN_SIMULATED_BLOCK_MS: '200' });
});

afterAll(() => shop.stop());

interface Intent {
  id: string;
  status: string;
  sequence: number;
  flags: string[];
  review: { cause: string; from: string } | null;
  payments: { state: string; amount: string; confirmations: number; required: number; network: string }[];
  targets: { network: string; address: string }[];
  timeline: { sequence: number; type: string; changes: Record<string, unknown> }[];
  [member: string]: unknown;
}

async function createId(change: Record<string, unknown> = {}): Promise<string> {
  return createdId(await create(shop.baseUrl, shop.keys, { ...validBody(), ...change }));
}

async function read(id: string, keys: Keys = shop.keys): Promise<Intent> {
  return (await send(shop.baseUrl, keys, `/payment_intents/${id}`)).json as unknown as Intent;
}

const simulate = (id: string, kind: unknown, keys: Keys = shop.keys) =>
  send(shop.baseUrl, keys, `/payment_intents/${id}/simulate`, { body: { kind } });

const settled = (id: string, status: string): Promise<Intent> =>
  waitUntil(`${id} ${status}`, async () => {
    const intent = await read(id);
    return intent.status === status && intent.payments.every(({ state }) => state === 'final') ? intent : undefined;
  });

const typesOf = (intent: Intent) => intent.timeline.map(({ type }) => type);
const expireNow = (id: string) =>
  runSql(shop.databaseUrl, `UPDATE florin_data.payment_intents SET expires_at = now() WHERE id = $1`, [
    uuidOf(id as IntentId),
  ]);

describe('a simulated payment', () => {
  it('of all that is due: processing, then succeeded, each step an event', async () => {
    const id = await createId();
    const answer = await simulate(id, 'full');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ id, targets: [{ network: 'simulated' }] });
    // A worker may find the transfer before the response is written.
    expect(['requires_payment', 'processing']).toContain(answer.json['status']);
    const intent = await settled(id, 'succeeded');
    expect(intent).toMatchObject({
      amount_received: '0.46342',
      amount_pending: '0',
      amount_remaining: '0',
      overpaid_by: '0',
      flags: [],
      review: null,
      visibility: 'ok',
      payments: [{ network: 'simulated', amount: '0.46342', state: 'final', confirmations: 2, required: 2 }],
    });
    const { paid_at: paidAt } = intent;
    expect(intent.payments).toMatchObject([{ block_time: paidAt }]);
    expect(Date.parse(String(paidAt))).toBeGreaterThanOrEqual(Date.parse(String(intent['created_at'])) - 1_000);
    expect(typesOf(intent)[0]).toBe('payment_intent.created');
    expect(typesOf(intent).slice(-2)).toEqual(['payment.final', 'payment_intent.succeeded']);
    expect(intent.timeline.map(({ sequence }) => sequence)).toEqual(intent.timeline.map((_, index) => index + 1));
    expect(intent.sequence).toBe(intent.timeline.length);
  });

  it('of a part, then of the rest', async () => {
    const id = await createId();
    await simulate(id, 'partial');
    expect(await settled(id, 'partially_paid')).toMatchObject({
      amount_received: '0.185368',
      amount_remaining: '0.278052',
    });
    await simulate(id, 'full');
    const intent = await settled(id, 'succeeded');
    expect(intent).toMatchObject({ amount_received: '0.46342', overpaid_by: '0', flags: [] });
    expect(intent.payments).toHaveLength(2);
    expect(intent.targets).toHaveLength(1);
  });

  it('of too much', async () => {
    const id = await createId();
    await simulate(id, 'over');
    expect(await settled(id, 'succeeded')).toMatchObject({
      amount_received: '0.509762',
      overpaid_by: '0.046342',
      flags: ['overpaid'],
    });
  });

  it('of too much where the largest amount is due', async () => {
    const exchange = { total_amount: 100, tax_amount: 0, tax_percent: 0, exchange_rate: '1 SOL = $1' };
    const id = await createId({ ...exchange, crypto_amount_requested: '999999999999999999.999999999999999999 SOL' });
    const answer = await simulate(id, 'over');
    expect(answer.status, answer.text).toBe(200);
    expect(await settled(id, 'succeeded')).toMatchObject({
      amount_received: '1099999999999999999.999999999999999998',
      overpaid_by: '99999999999999999.999999999999999999',
      flags: ['overpaid'],
    });
  });

  it('after the time, within what the policy accepts', async () => {
    const id = await createId();
    await simulate(id, 'late');
    expect(await settled(id, 'succeeded')).toMatchObject({ flags: ['late'], amount_received: '0.46342' });
  });

  it('in the last of its kind, money on a canceled intent, asks people', async () => {
    const id = await createId();
    expect((await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/cancel`, { method: 'POST' })).status).toBe(200);
    await simulate(id, 'full');
    const intent = await settled(id, 'needs_review');
    expect(intent.review).toEqual({ cause: 'canceled_with_money', from: 'canceled' });
  });

  it('keeps an intent from being canceled', async () => {
    const id = await createId();
    await simulate(id, 'partial');
    await settled(id, 'partially_paid');
    const refused = await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/cancel`, { method: 'POST' });
    expectProblem(refused, 409, 'invalid_state');
  });

  it('by the command line', async () => {
    const id = await createId();
    const args = ['pay', id, '--simulate', 'full'];
    expect(await florin(shop.options, ...args)).toMatchObject({ id, status: 'requires_payment' });
    await settled(id, 'succeeded');
    expect(await florin(shop.options, 'intents', 'get', id)).toMatchObject({ id, status: 'succeeded' });
    await expect(florin(shop.options, 'intents', 'get', id, '--live')).rejects.toThrow('No payment intent has');
    const stranger = await createMerchant(shop.options);
    const forAnother = [...args, '--merchant', stranger.merchant_id];
    await expect(florin(shop.options, ...forAnother)).rejects.toThrow(/no.*payment intent/i);
  });

  it('is refused in another kind, for another merchant, and for an asset that nobody knows', async () => {
    const id = await createId();
    expectProblem(await simulate(id, 'generous'), 422, 'validation_failed');
    expectProblem(await simulate(id, 'full', await createMerchant(shop.options)), 404, 'not_found');
    const unknown = await createId({ crypto_amount_requested: '1 NOPE', exchange_rate: '1 NOPE = $1' });
    expectProblem(await simulate(unknown, 'full'), 409, 'invalid_state');
  });

  it('is credited once with two servers watching', async () => {
    const env = { FLORIN_LOG_LEVEL: 'error', FLORIN_SIMULATED_BLOCK_MS: '200' };
    const second = await startServer({ ...shop.options, env });
    try {
      const ids = await Promise.all(Array.from({ length: 20 }, () => createId()));
      await Promise.all(ids.map((id) => untilHandled(() => simulate(id, 'full'))));
      for (const id of ids) {
        const intent = await settled(id, 'succeeded');
        expect(intent.payments).toHaveLength(1);
        expect(typesOf(intent).filter((type) => type === 'payment_intent.succeeded')).toHaveLength(1);
        expect(intent.sequence).toBe(intent.timeline.length);
      }
    } finally {
      await second.stop();
    }
  });
});

describe('the expiry', () => {
  it('ends an intent that nobody paid, and one that was looked at', async () => {
    const ids = [await createId(), await createId()];
    await simulate(ids[1] ?? '', 'partial');
    await settled(ids[1] ?? '', 'partially_paid');
    for (const id of ids) await expireNow(id);
    const expired = await settled(ids[0] ?? '', 'expired');
    expect(typesOf(expired)).toEqual(['payment_intent.created', 'payment_intent.expired']);
    expect((await settled(ids[1] ?? '', 'needs_review')).review).toEqual({
      cause: 'underpaid',
      from: 'partially_paid',
    });
  });

  it('leaves what is not due alone', async () => {
    const id = await createId({ expires_in: 300 });
    const other = await createId();
    await expireNow(other);
    await settled(other, 'expired');
    expect(await read(id)).toMatchObject({ status: 'requires_payment', sequence: 1 });
  });
});
