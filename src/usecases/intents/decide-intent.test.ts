import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { cancelIntent } from './cancel-intent.ts';
import { type DecisionInput, decideIntent } from './decide-intent.ts';

/** With `review`, the intent was canceled although money had arrived. */
async function setUp({ review }: { review: boolean }) {
  const shop = await openShop();
  await shop.addWallet('solana-devnet');
  const intent = await shop.openIntent('0.5 SOL');
  if (review) {
    await shop.pay(intent, '0.2 SOL');
    await cancelIntent(shop.ports, shop.store, intent.id, true);
  }
  const decide = (more: Partial<DecisionInput> = {}) =>
    decideIntent(shop.ports, shop.store, {
      tenant: shop.tenant,
      id: intent.id,
      kind: 'accepted',
      reason: 'paid in cash',
      actor: 'usr',
      onlyReview: review,
      ...more,
    });
  return { shop, intent, decide };
}

describe('decideIntent', () => {
  it('accepts an intent in review, with an event and an audit entry', async () => {
    const { shop, intent, decide } = await setUp({ review: true });
    const atMs = shop.ports.clock.nowMs();
    expect(await decide()).toMatchObject({ status: 'succeeded', flags: ['manual'] });
    expect(await shop.find(intent.id)).toMatchObject({
      status: 'succeeded',
      decision: { kind: 'accepted', reason: 'paid in cash', atMs },
    });
    expect((await shop.timeline(intent)).at(-1)).toMatch(/payment_intent.succeeded$/);
    const [entry] = await shop.ports.stores.main.audit.listWaiting(10);
    expect(entry).toMatchObject({
      actor: 'usr',
      action: 'payment_intent.accepted',
      merchantId: shop.tenant.merchantId,
      subject: intent.id,
      details: { reason: 'paid in cash', livemode: false, from: 'needs_review' },
      atMs,
    });
  });

  it('rejects an intent in review', async () => {
    const { shop, intent, decide } = await setUp({ review: true });
    expect(await decide({ kind: 'rejected' })).toMatchObject({ status: 'canceled' });
    expect((await shop.timeline(intent)).at(-1)).toMatch(/payment_intent.canceled$/);
    const [entry] = await shop.ports.stores.main.audit.listWaiting(10);
    expect(entry?.action).toBe('payment_intent.rejected');
  });

  it('marks an open intent as paid where any state is allowed', async () => {
    const { decide } = await setUp({ review: false });
    expect((await decide()).status).toBe('succeeded');
  });

  it('answers invalid_state for an open intent where only a review may be decided', async () => {
    const { shop, decide } = await setUp({ review: false });
    const failure = await failureOf(shop.ports, () => decide({ onlyReview: true }));
    expect(failure).toMatchObject({ code: 'invalid_state' });
  });

  it('answers invalid_state for an intent that has succeeded', async () => {
    const { shop, decide } = await setUp({ review: false });
    await decide();
    for (const onlyReview of [false, true]) {
      const failure = await failureOf(shop.ports, () => decide({ onlyReview, kind: 'rejected' }));
      expect(failure).toMatchObject({ code: 'invalid_state' });
    }
  });

  it('decides once when two people decide differently at the same time', async () => {
    const { shop, intent, decide } = await setUp({ review: true });
    const results = await Promise.allSettled([decide(), decide({ kind: 'rejected' })]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect((await shop.find(intent.id)).decision?.kind).toBe('accepted');
    expect(await shop.ports.stores.main.audit.listWaiting(10)).toHaveLength(1);
  });

  it('answers not_found for no id and for another merchant’s intent', async () => {
    const { shop, decide } = await setUp({ review: false });
    const other = await openShop({ ports: shop.ports, name: 'other' });
    const foreign = await other.openIntent();
    for (const id of [undefined, foreign.id]) {
      expect(await failureOf(shop.ports, () => decide({ id }))).toMatchObject({ code: 'not_found' });
    }
  });
});
