import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleRequest } from '../../../test/memory/sample-request.ts';
import { LIMITS } from '../../domain/limits.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import type { Change } from '../../ports/changes.ts';
import { type CreateIntentInput, createIntent } from './create-intent.ts';

function inputOf(more: Partial<CreateIntentInput> = {}): CreateIntentInput {
  const request = more.request ?? sampleRequest('0.5 SOL');
  return {
    livemode: false,
    request,
    requestBody: JSON.stringify(request),
    idempotencyKey: undefined,
    answer: ({ id }) => `answer for ${id}`,
    ...more,
  };
}

async function setUp() {
  const shop = await openShop();
  const create = (more?: Partial<CreateIntentInput>) => createIntent(shop.ports, shop.store, inputOf(more));
  return { shop, create };
}

describe('createIntent', () => {
  it('stores the request as an open intent with its first event', async () => {
    const { shop, create } = await setUp();
    const request = sampleRequest('0.000000000000000001 sol', { order_id: 'o-1', expires_in: 300 });
    const created = await create({ request });
    expect(created).toEqual({
      intentId: created.intentId,
      answer: `answer for ${created.intentId}`,
      replayed: false,
    });
    const intent = await shop.find(created.intentId);
    const nowMs = shop.ports.clock.nowMs();
    expect(intent).toMatchObject({
      status: 'requires_payment',
      sequence: 1,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 300_000,
      asset: 'SOL',
      orderId: 'o-1',
      requestBody: JSON.stringify(request),
    });
    expect(formatDecimal(intent.cryptoAmount)).toBe('0.000000000000000001');
    expect(await shop.timeline(intent)).toEqual(['1 payment_intent.created']);
  });

  it('takes the expiry from the request, then the merchant, then the default', async () => {
    const { shop, create } = await setUp();
    const lifetime = async (more: Partial<CreateIntentInput>) => {
      const intent = await shop.find((await create(more)).intentId);
      return (intent.expiresAtMs - intent.createdAtMs) / 1_000;
    };
    const request = sampleRequest('0.5 SOL', { expires_in: 600 });
    expect(await lifetime({ request, expiresInSeconds: 900 })).toBe(600);
    expect(await lifetime({ expiresInSeconds: 900 })).toBe(900);
    expect(await lifetime({})).toBe(LIMITS.expiresInSecondsDefault);
  });

  it('keeps what the merchant accepts as paid', async () => {
    const { shop, create } = await setUp();
    const policy = {
      tolerancePercent: '1',
      toleranceAmount: '2',
      latePolicy: { stablecoinSeconds: 3, otherSeconds: 4 },
    };
    expect((await shop.find((await create({ policy })).intentId)).policy).toEqual(policy);
  });

  it('warns of an asset that cannot be paid, and stores the intent all the same', async () => {
    const { shop, create } = await setUp();
    const warned = await shop.find((await create({ isPayable: () => false })).intentId);
    const fine = await shop.find((await create({ isPayable: (asset) => asset === 'SOL' })).intentId);
    expect(warned.warnings.length).toBe(fine.warnings.length + 1);
  });

  it('tells subscribers of the new intent', async () => {
    const { shop, create } = await setUp();
    const heard: Change[] = [];
    shop.ports.changes.subscribe(shop.tenant, (change) => heard.push(change));
    const { intentId } = await create();
    expect(heard).toEqual([{ intentId, sequence: 1, status: 'requires_payment' }]);
  });

  it('replays the first answer for the same key and body, and stores one intent', async () => {
    const { shop, create } = await setUp();
    const first = await create({ idempotencyKey: 'key' });
    expect(first.replayed).toBe(false);
    const before = shop.ports.snapshot();
    shop.ports.clock.advance(1_000);
    expect(await create({ idempotencyKey: 'key', answer: () => 'another' })).toEqual({ ...first, replayed: true });
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('answers idempotency_key_reused for another body, also where only a space differs', async () => {
    const { shop, create } = await setUp();
    await create({ idempotencyKey: 'key' });
    const requestBody = `${JSON.stringify(sampleRequest('0.5 SOL'))} `;
    const failure = await failureOf(shop.ports, () => create({ idempotencyKey: 'key', requestBody }));
    expect(failure).toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('forgets a key after seven days, to the millisecond', async () => {
    const { shop, create } = await setUp();
    const first = await create({ idempotencyKey: 'key' });
    shop.ports.clock.advance(LIMITS.idempotencyKeyKeptMs - 1);
    expect(await create({ idempotencyKey: 'key' })).toMatchObject({ intentId: first.intentId, replayed: true });
    shop.ports.clock.advance(1);
    const second = await create({ idempotencyKey: 'key' });
    expect(second.replayed).toBe(false);
    expect(second.intentId).not.toBe(first.intentId);
  });

  it('stores one intent for many requests with one key at the same time', async () => {
    const { shop, create } = await setUp();
    const created = await Promise.all(Array.from({ length: 20 }, () => create({ idempotencyKey: 'key' })));
    expect(new Set(created.map(({ answer }) => answer)).size).toBe(1);
    expect(created.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect((await shop.store.intents.list({ limit: 100 })).intents).toHaveLength(1);
  });

  it('keeps the keys of other merchants and of the other mode apart', async () => {
    const { shop, create } = await setUp();
    await create({ idempotencyKey: 'key' });
    const other = await openShop({ ports: shop.ports, name: 'other' });
    const request = sampleRequest('1 BTC');
    const input = { request, requestBody: JSON.stringify(request), idempotencyKey: 'key', answer: () => '' };
    const live = shop.ports.stores.main.bind(shop.tenant.merchantId, true);
    expect((await createIntent(shop.ports, other.store, { ...input, livemode: false })).replayed).toBe(false);
    expect((await createIntent(shop.ports, live, { ...input, livemode: true })).replayed).toBe(false);
  });
});
