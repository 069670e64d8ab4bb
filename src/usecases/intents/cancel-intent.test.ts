import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { cancelIntent } from './cancel-intent.ts';
import { decideIntent } from './decide-intent.ts';
import { expireIntents } from './expire-intents.ts';

async function setUp() {
  const shop = await openShop();
  await shop.addWallet('solana-devnet');
  const intent = await shop.openIntent('0.5 SOL');
  const cancel = (force?: boolean) => cancelIntent(shop.ports, shop.store, intent.id, force);
  return { shop, intent, cancel };
}

describe('cancelIntent', () => {
  it('cancels an open intent without money, with an event', async () => {
    const { shop, intent, cancel } = await setUp();
    shop.ports.clock.advance(5);
    const canceled = { status: 'canceled', sequence: 2, canceledAtMs: shop.ports.clock.nowMs() };
    expect(await cancel()).toMatchObject(canceled);
    expect(await shop.find(intent.id)).toMatchObject(canceled);
    expect(await shop.timeline(intent)).toEqual(['1 payment_intent.created', '2 payment_intent.canceled']);
  });

  it('changes nothing the second time', async () => {
    const { shop, cancel } = await setUp();
    await cancel();
    const before = shop.ports.snapshot();
    shop.ports.clock.advance(5);
    expect((await cancel()).status).toBe('canceled');
    expect((await cancel(true)).status).toBe('canceled');
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('cancels once when several ask at the same time', async () => {
    const { shop, intent, cancel } = await setUp();
    const canceled = await Promise.all(Array.from({ length: 5 }, () => cancel()));
    expect(canceled.map(({ status, sequence }) => `${status} ${sequence}`)).toEqual(Array(5).fill('canceled 2'));
    expect(await shop.timeline(intent)).toHaveLength(2);
  });

  it('answers invalid_state where money is on its way or has arrived in part', async () => {
    const force = 'To cancel it anyway and review it afterwards, send force=true.';
    for (const [sent, status] of [
      ['0.2 SOL', 'requires_payment'],
      ['0.5 SOL', 'processing'],
    ] as const) {
      const { shop, intent, cancel } = await setUp();
      await shop.pay(intent, sent, { blockHeight: undefined });
      expect(await failureOf(shop.ports, () => cancel())).toMatchObject({
        code: 'invalid_state',
        message: `This payment intent can’t be canceled: its status is \`${status}\`, and money is on its way. ${force}`,
      });
    }
    const { shop, intent, cancel } = await setUp();
    await shop.pay(intent, '0.2 SOL');
    expect(await failureOf(shop.ports, () => cancel())).toMatchObject({
      code: 'invalid_state',
      message: `This payment intent can’t be canceled: its status is \`partially_paid\`, and it has received money. ${force}`,
    });
  });

  it('answers invalid_state for an intent without money that is no longer open, also by force', async () => {
    const { shop, intent, cancel } = await setUp();
    shop.ports.clock.set(intent.expiresAtMs);
    await expireIntents(shop.ports, shop.ports.stores.main);
    for (const force of [false, true]) {
      expect(await failureOf(shop.ports, () => cancel(force))).toMatchObject({
        code: 'invalid_state',
        message: 'This payment intent can’t be canceled: its status is `expired`.',
      });
    }
  });

  it('cancels one with money by force, and asks the merchant to review it', async () => {
    const { shop, intent, cancel } = await setUp();
    await shop.pay(intent, '0.2 SOL');
    expect(await cancel(true)).toMatchObject({ status: 'needs_review', review: { cause: 'canceled_with_money' } });
    expect((await shop.timeline(intent)).at(-1)).toMatch(/payment_intent.needs_review$/);
  });

  it('answers invalid_state for an intent that has succeeded, also by force', async () => {
    const { shop, intent, cancel } = await setUp();
    await shop.pay(intent, '0.5 SOL');
    expect((await shop.find(intent.id)).status).toBe('succeeded');
    for (const force of [false, true]) {
      expect(await failureOf(shop.ports, () => cancel(force))).toMatchObject({
        code: 'invalid_state',
        message: 'This payment intent can’t be canceled: its status is `succeeded`, and it has received money.',
      });
    }
  });

  it('does not turn a rejected intent into another state', async () => {
    const { shop, intent, cancel } = await setUp();
    const input = { tenant: shop.tenant, id: intent.id, reason: '', actor: 'usr', onlyReview: false };
    await decideIntent(shop.ports, shop.store, { ...input, kind: 'rejected' });
    const before = shop.ports.snapshot();
    expect((await cancel()).status).toBe('canceled');
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('answers not_found for no id and for another merchant’s intent', async () => {
    const { shop, intent } = await setUp();
    const other = await openShop({ ports: shop.ports, name: 'other' });
    for (const id of [undefined, intent.id]) {
      const failure = await failureOf(shop.ports, () => cancelIntent(shop.ports, other.store, id));
      expect(failure).toMatchObject({ code: 'not_found' });
    }
  });
});
