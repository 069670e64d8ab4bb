import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typesOf, until, untilStatus } from '../chains/engine-client.ts';
import { create, createdId, type Keys, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { createMerchant, florin, type RunningServer, startServer } from '../support/server.ts';
import { timeBeside } from '../support/time-beside.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectProblem } from './expect-problem.ts';
import { insertUnmatchedTransfer } from './insert-unmatched-transfer.ts';
import { type Shop, startOwnShop } from './start-shop.ts';

let shop: Shop<RunningServer>;
let override: Keys;

beforeAll(async () => {
  shop = await startOwnShop({ FLORIN_SIMULATED_BLOCK_MS: '200' });
  override = await makeOverrideKey(shop.keys.merchant_id);
});

afterAll(() => shop.stop());

/** A key that may decide by hand. */
function makeOverrideKey(merchantId: string): Promise<Keys> {
  const scopes = ['payments:read', 'payments:write', 'payments:override'].flatMap((scope) => ['--scope', scope]);
  return florin(shop.options, 'keys', 'create', '--merchant', merchantId, ...scopes);
}

const createId = async () => createdId(await create(shop.baseUrl, shop.keys, validBody()));
const post = (id: string, verb: string, body: object, keys: Keys = override) =>
  send(shop.baseUrl, keys, `/payment_intents/${id}/${verb}`, { body });
async function simulated(kind: string): Promise<string> {
  const id = await createId();
  expect((await post(id, 'simulate', { kind }, shop.keys)).status).toBe(200);
  return id;
}

describe('what can go wrong on a chain', () => {
  it('money in another asset leads to review, and the right asset ends the review', async () => {
    const id = await simulated('wrong_asset');
    const wrong = await untilStatus(shop, id, 'needs_review');
    expect(wrong).toMatchObject({
      review: { cause: 'wrong_asset', from: 'requires_payment' },
      flags: ['wrong_asset'],
      amount_received: '0',
      payments: [{ state: 'final', asset: 'USDC' }],
    });
    await post(id, 'simulate', { kind: 'full' }, shop.keys);
    const paid = await untilStatus(shop, id, 'succeeded');
    expect(paid).toMatchObject({ amount_received: '0.46342', flags: ['wrong_asset'] });
  });

  it('a payment that is spent elsewhere before it is final counts for nothing', async () => {
    const id = await simulated('replace');
    const open = await until(shop, id, 'open again', ({ payments }) => payments[0]?.state === 'void');
    expect(open).toMatchObject({
      status: 'requires_payment',
      amount_received: '0',
      amount_pending: '0',
      payments: [{ void_reason: 'replaced' }],
    });
    expect(typesOf(open)).toEqual([
      'payment_intent.created',
      'payment.seen',
      'payment_intent.processing',
      'payment.void',
      'payment_intent.requires_payment',
    ]);
  });

  it('a block that is lost before the payment is final is made up for', async () => {
    const id = await simulated('reorg');
    const paid = await untilStatus(shop, id, 'succeeded');
    expect(paid.flags).toEqual(['reorged']);
    const types = typesOf(paid);
    expect(types.indexOf('payment.confirmed')).toBeLessThan(types.lastIndexOf('payment.seen'));
    expect(types.at(-1)).toBe('payment_intent.succeeded');
  });

  it('a reorg that undoes a final payment sends the intent to review', async () => {
    const id = await simulated('deep_reorg');
    const undone = await until(shop, id, 'void', ({ payments }) => payments[0]?.state === 'void');
    expect(undone).toMatchObject({
      status: 'needs_review',
      review: { cause: 'reorged', from: 'succeeded' },
      paid_at: null,
      flags: ['reorged'],
      amount_received: '0',
    });
    const types = typesOf(undone);
    expect(types.filter((type) => /succeeded|reversed/.test(type))).toEqual([
      'payment_intent.succeeded',
      'payment_intent.reversed',
    ]);
    expect(undone.timeline.map(({ sequence }) => sequence)).toEqual(undone.timeline.map((_, index) => index + 1));
  });
});

describe('what a merchant decides by hand', () => {
  it('accepts what needs a review, with a reason that stays', async () => {
    const id = await simulated('wrong_asset');
    await untilStatus(shop, id, 'needs_review');
    const answer = await post(id, 'resolve', { decision: 'accept', reason: 'USDC will do.' });
    expect(answer.json, answer.text).toMatchObject({
      status: 'succeeded',
      flags: ['wrong_asset', 'manual'],
      decision: { kind: 'accepted', reason: 'USDC will do.' },
      review: null,
    });
    const entry = { action: 'payment_intent.accepted', reason: 'USDC will do.', from: 'needs_review' };
    const columns = `action, details ->> 'reason' AS reason, details ->> 'from' AS from`;
    const written = await runSql(
      shop.databaseUrl,
      `SELECT ${columns} FROM florin_data.audit_entries WHERE subject = $1`,
      [id],
    );
    expect(written, 'in the transaction of the decision').toEqual([entry]);
    const relayed = await waitUntil('the relay has copied the entry', async () => {
      const rows = await runSql(
        shop.databaseUrl,
        `SELECT ${columns} FROM florin_control.audit_log WHERE subject = $1`,
        [id],
      );
      return rows.length > 0 ? rows : undefined;
    });
    expect(relayed).toEqual([entry]);
    expectProblem(await post(id, 'resolve', { decision: 'reject', reason: 'no' }), 409, 'invalid_state');
  });

  it('rejects it, and is asked again when more money comes', async () => {
    const id = await simulated('wrong_asset');
    await untilStatus(shop, id, 'needs_review');
    expect((await post(id, 'resolve', { decision: 'reject', reason: 'Sent back.' })).json).toMatchObject({
      status: 'canceled',
    });
    await post(id, 'simulate', { kind: 'full' }, shop.keys);
    const again = await untilStatus(shop, id, 'needs_review');
    expect(again.review?.cause).toBe('canceled_with_money');
  });

  it('marks as paid what came another way, once', async () => {
    const id = await createId();
    const paid = await post(id, 'mark_paid', { reason: 'In cash.' });
    expect(paid.json).toMatchObject({ status: 'succeeded', flags: ['manual'], amount_received: '0' });
    expectProblem(await post(id, 'mark_paid', { reason: 'Again.' }), 409, 'invalid_state');
    const canceled = await createId();
    await send(shop.baseUrl, shop.keys, `/payment_intents/${canceled}/cancel`, { method: 'POST' });
    expect((await post(canceled, 'mark_paid', { reason: 'After all.' })).json).toMatchObject({ status: 'succeeded' });
  });

  it('wants a key with the scope for it, and a reason', async () => {
    const id = await createId();
    for (const verb of ['mark_paid', 'resolve']) {
      const body = { reason: 'x', ...(verb === 'resolve' ? { decision: 'accept' } : {}) };
      expectProblem(await post(id, verb, body, shop.keys), 403, 'insufficient_scope');
      expectProblem(await post(id, verb, { ...body, reason: ' ' }), 422, 'validation_failed');
    }
    expectProblem(await post(id, 'resolve', { decision: 'accept', reason: 'x' }), 409, 'invalid_state');
  });

  it('cancels by force what has money, and has to look at it', async () => {
    const id = await simulated('partial');
    await untilStatus(shop, id, 'partially_paid');
    const cancel = (query = '') =>
      send(shop.baseUrl, shop.keys, `/payment_intents/${id}/cancel${query}`, { method: 'POST' });
    expectProblem(await cancel(), 409, 'invalid_state');
    expect((await cancel('?force=true')).json).toMatchObject({
      status: 'needs_review',
      review: { cause: 'canceled_with_money', from: 'partially_paid' },
    });
  });
});

it('money that names intents of two merchants can be assigned by one of them alone', async () => {
  const stranger = await createMerchant(shop.options);
  const theirs = await makeOverrideKey(stranger.merchant_id);
  const tx = randomUUID();
  const assign = async (keys: Keys, merchantId: string) => {
    const transfer = await insertUnmatchedTransfer(shop.databaseUrl, merchantId, false, tx);
    const body = { payment_intent_id: createdId(await create(shop.baseUrl, keys, validBody())) };
    return send(shop.baseUrl, keys, `/transfers/${transfer}/assign`, { body });
  };
  expect((await assign(override, shop.keys.merchant_id)).json).toMatchObject({ status: 'succeeded' });
  expectProblem(await assign(theirs, stranger.merchant_id), 409, 'invalid_state');
});

it('a transfer is retrieved as the list shows it, with keys of the same merchant and mode', async () => {
  const id = await insertUnmatchedTransfer(shop.databaseUrl, shop.keys.merchant_id);
  const { data } = (await send(shop.baseUrl, shop.keys, '/transfers?limit=100')).json as { data: { id: string }[] };
  const reply = await send(shop.baseUrl, shop.keys, `/transfers/${id}`);
  expect([reply.status, reply.json]).toEqual([200, data.find((each) => each.id === id)]);
  expect(reply.json).toMatchObject({ id, claims: [], more_claims: 0, suggestions: [] });
  const live = await florin<Keys>(
    shop.options,
    'keys',
    'create',
    '--merchant',
    shop.keys.merchant_id,
    '--mode',
    'live',
  );
  for (const keys of [await createMerchant(shop.options), live]) {
    expectProblem(await send(shop.baseUrl, keys, `/transfers/${id}`), 404, 'not_found');
  }
});

it('dust is counted and not listed', async () => {
  const id = await createId();
  const { json } = await send(shop.baseUrl, shop.keys, `/checkout/${id}/status`);
  const [option] = json['options'] as { address: string }[];
  const list = async () => (await send(shop.baseUrl, shop.keys, '/transfers?state=all&limit=100')).json;
  const before = (await list())['data'];
  await runSql(
    shop.databaseUrl,
    `INSERT INTO florin_control.simulated_transfers (number, address, asset, amount, sent_at, script)
     SELECT coalesce(max(number), 0) + extra, $1, 'SOL', 0.0000001, now(), 'mined'
     FROM generate_series(1, 2) AS extra LEFT JOIN florin_control.simulated_transfers ON true GROUP BY extra`,
    [option?.address],
  );
  const dust = await waitUntil('dust is counted', async () => {
    const found = (await list())['dust'] as { transfers: number }[];
    return found[0]?.transfers === 2 && found;
  });
  expect(dust).toEqual([{ network: 'simulated', asset: 'SOL', transfers: 2, amount: '0.0000002' }]);
  expect((await list())['data']).toEqual(before);
  expect((await send(shop.baseUrl, shop.keys, `/payment_intents/${id}`)).json).toMatchObject({
    status: 'requires_payment',
    payments: [],
  });
});

describe('several watchers', () => {
  it('hand the network on within ten seconds when the holder dies', async () => {
    const env = { FLORIN_LOG_LEVEL: 'error', FLORIN_SIMULATED_BLOCK_MS: '200' };
    const second = await startServer({ ...shop.options, env });
    try {
      const [before] = await runSql<{ holder: string; token: string }>(
        shop.databaseUrl,
        `SELECT holder, token FROM florin_control.leases WHERE name = 'watch simulated'`,
      );
      expect(before?.holder).toContain(` ${shop.server.process.pid} `);
      await shop.server.stop('SIGKILL');
      const ask = () =>
        runSql<{ token: string }>(
          shop.databaseUrl,
          `SELECT token FROM florin_control.leases WHERE name = 'watch simulated'`,
        );
      const { ms } = await timeBeside(ask, () =>
        waitUntil(
          'the second has the network',
          async () => Number((await ask())[0]?.token) === Number(before?.token) + 1,
        ),
      );
      expect(ms).toBeLessThan(10_000);
      const id = createdId(await create(second.baseUrl, shop.keys, validBody()));
      await send(second.baseUrl, shop.keys, `/payment_intents/${id}/simulate`, { body: { kind: 'full' } });
      await waitUntil('paid by the second', async () => {
        const { json } = await send(second.baseUrl, shop.keys, `/payment_intents/${id}`);
        return json['status'] === 'succeeded';
      });
      expect(Number((await ask())[0]?.token)).toBe(Number(before?.token) + 1);
    } finally {
      await second.stop();
    }
  });
});
