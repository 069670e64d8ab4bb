import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { openTwoIntents } from '../../../test/memory/open-two-intents.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { ZERO } from '../../domain/money/money.ts';

/** A block is gone, and the next one is final at once. */
const REORGANIZED = { rolledBackTo: 4, tipHeight: 9, finalizedHeight: 9 };

describe('a transaction that does something else in another block', () => {
  it('pays what it moves there', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', { blockHeight: 5 })], { finalizedHeight: 4 });
    await receive([transfer('t1', '0.01 SOL', { blockHeight: 6 })], REORGANIZED);
    expect(await shop.find(first.id)).toMatchObject({
      status: 'partially_paid',
      payments: [{ tx: 't1', amount: parseDecimal('0.01'), state: 'final' }],
    });
  });

  it('reverses a success', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    await receive([transfer('t1')]);
    await receive([transfer('t1', '1 USDC', { blockHeight: 6 })], REORGANIZED);
    expect(await shop.find(first.id)).toMatchObject({
      status: 'needs_review',
      review: { cause: 'reorged' },
      payments: [{ tx: 't1', asset: 'USDC' }],
    });
  });

  it.each([
    ['nothing', { amount: ZERO }],
    ['a token that nobody knows', { asset: undefined, token: 'mint' }],
    ['nothing because it fails', { failed: true }],
  ])('is void if it moves %s there', async (_, moved) => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', { blockHeight: 5 })], { finalizedHeight: 4 });
    await receive([transfer('t1', '1 SOL', { blockHeight: 6, ...moved })], REORGANIZED);
    expect(await shop.find(first.id)).toMatchObject({
      status: 'requires_payment',
      payments: [{ tx: 't1', state: 'void', voidReason: 'replaced' }],
    });
  });

  it('is void if it pays another payment intent there', async () => {
    const { shop, first, other, transfer, receive } = await openTwoIntents();
    await receive([transfer('t1')], { finalizedHeight: 4 });
    const moved = transfer('t1', '1 SOL', { blockHeight: 6, index: 7, keys: [other.reference ?? ''] });
    await receive([moved], { ...REORGANIZED, replaced: ['t1'] });
    expect(await shop.find(first.id)).toMatchObject({
      status: 'requires_payment',
      payments: [{ tx: 't1', state: 'void', voidReason: 'replaced' }],
    });
  });

  it('does not pay with what another merchant gets at the same position', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    const rival = await openShop({ ports: shop.ports, name: 'rival' });
    await rival.addWallet('solana-devnet', 'other wallet');
    const { address, reference = '' } = await rival.targetOf(await rival.openIntent('1 SOL'), 'solana-devnet');
    const listed = () => rival.store.transfers.list({ unassigned: true, limit: 10 });
    await receive([transfer('t1'), transfer('t2')], { finalizedHeight: 4 });
    await receive([transfer('t1', '1 SOL', { blockHeight: 6, address, keys: [reference] })], REORGANIZED);
    expect(await listed()).toMatchObject([{ tx: 't1', reason: 'ambiguous' }]);
    await receive([transfer('t2', '1 SOL', { blockHeight: 6, address, keys: [] })], REORGANIZED);
    expect(await listed()).toHaveLength(2);
    expect(await shop.find(first.id)).toMatchObject({
      status: 'requires_payment',
      payments: [
        { tx: 't1', state: 'void', voidReason: 'replaced' },
        { tx: 't2', state: 'void', voidReason: 'replaced' },
      ],
    });
  });

  it.each([
    ['less', { amount: parseDecimal('0.01') }],
    ['nothing', { amount: ZERO }],
    ['a token that nobody knows', { asset: undefined, token: 'mint' }],
  ])('is listed with what it moves there, so that nobody assigns more (%s)', async (_, moved) => {
    const { shop, transfer, receive } = await openTwoIntents();
    const listed = () => shop.store.transfers.list({ unassigned: true, limit: 10 });
    await receive([transfer('t1', '2 SOL', { blockHeight: 5, keys: [] })], { finalizedHeight: 4 });
    expect(await listed()).toMatchObject([{ tx: 't1', asset: 'SOL', amount: parseDecimal('2') }]);
    await receive([transfer('t1', '2 SOL', { blockHeight: 6, keys: [], ...moved })], REORGANIZED);
    expect(await listed()).toMatchObject([{ tx: 't1', blockHeight: 6, ...moved }]);
  });
});
