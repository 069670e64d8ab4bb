import { describe, expect, it } from 'vitest';
import { openShop, Shop } from '../../../test/memory/open-shop.ts';
import { openTwoIntents } from '../../../test/memory/open-two-intents.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { ZERO } from '../../domain/money/money.ts';
import { releaseWallet } from '../wallets/release-wallet.ts';

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

  it('still waits if only the pool says that it moves nothing', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', { blockHeight: 5 })], { finalizedHeight: 4 });
    await receive([transfer('t1', '1 SOL', { blockHeight: undefined, amount: ZERO })], REORGANIZED);
    expect(await shop.find(first.id)).toMatchObject({ status: 'processing', payments: [{ tx: 't1', state: 'seen' }] });
  });

  it('still waits if another transaction for the same intent fails', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', { blockHeight: undefined })]);
    await receive([transfer('t2', '1 SOL', { failed: true })]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'processing', payments: [{ tx: 't1', state: 'seen' }] });
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

  it('is listed there for the merchant whose intent it names, not for the one that has the wallet now', async () => {
    const { shop, transfer, receive } = await openTwoIntents();
    const { ports } = shop;
    const rival = await openShop({ ports, name: 'rival' });
    await rival.addWallet('solana-devnet', 'other wallet');
    const { address, reference = '' } = await rival.targetOf(await rival.openIntent('1 SOL'), 'solana-devnet');
    await releaseWallet(ports, { network: 'solana-devnet', livemode: false, text: 'other wallet', actor: 'cli' });
    const next = await openShop({ ports, name: 'next' });
    await next.addWallet('solana-devnet', 'other wallet');
    await next.openIntent('1 SOL');
    await receive([transfer('t1')], { finalizedHeight: 4 });
    const moved = transfer('t1', '1 SOL', { blockHeight: 6, address, keys: [reference] });
    await receive([moved, transfer('t2', '1 SOL', { blockHeight: 6, address, keys: [] })], REORGANIZED);
    const unassigned = { unassigned: true, limit: 10 };
    expect(await rival.store.transfers.list(unassigned)).toMatchObject([{ tx: 't1', reason: 'ambiguous' }]);
    expect(await next.store.transfers.list(unassigned)).toMatchObject([{ tx: 't2', reason: 'no_reference' }]);
  });

  it('does not pay in test mode with what the same merchant gets in live mode', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    const live = new Shop(shop.ports, shop.made, true);
    await live.openIntent('1 SOL');
    await receive([transfer('t1')], { finalizedHeight: 4 });
    const { merchantId } = shop.tenant;
    shop.ports.wallets.listHolders = async (_, fingerprints) =>
      fingerprints.map((fingerprint) => ({ fingerprint, merchantId, livemode: true }));
    await receive([transfer('t1', '1 SOL', { blockHeight: 6, keys: [] })], REORGANIZED);
    expect(await shop.find(first.id)).toMatchObject({
      status: 'requires_payment',
      payments: [{ tx: 't1', state: 'void', voidReason: 'replaced' }],
    });
    expect(await live.store.transfers.list({ unassigned: true, limit: 10 })).toMatchObject([{ tx: 't1' }]);
    expect(await shop.store.transfers.list({ unassigned: true, limit: 10 })).toEqual([]);
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
