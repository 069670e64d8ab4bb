import { describe, expect, it } from 'vitest';
import { claimTransfer } from '../../../test/memory/claim-transfer.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { formatDecimal, parseDecimal } from '../../domain/money/decimal.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import { decideIntent } from '../intents/decide-intent.ts';
import { releaseWallet } from '../wallets/release-wallet.ts';
import { type AssignInput, assignTransfer } from './assign-transfer.ts';

/** A transfer reached the merchant's wallet without the reference of an intent. */
async function setUp(more: Partial<Transfer> = {}) {
  const shop = await openShop();
  await shop.addWallet('solana-devnet', 'wallet');
  const intent = await shop.openIntent('0.5 SOL');
  await shop.targetOf(intent, 'solana-devnet');
  const target = { address: 'wallet', reference: undefined };
  const firstSeenAtMs = shop.ports.clock.nowMs();
  const transfer = sampleTransfer('tx-1', '0.5 SOL', target, { keys: [], firstSeenAtMs, ...more });
  await shop.receive('solana-devnet', [transfer]);
  const list = (unassigned = false) => shop.store.transfers.list({ unassigned, limit: 10 });
  const [unmatched] = await list();
  const assign = (changed: Partial<AssignInput> = {}) =>
    assignTransfer(shop.ports, shop.store, {
      tenant: shop.tenant,
      id: unmatched?.id,
      intentId: intent.id,
      actor: 'usr',
      ...changed,
    });
  return { shop, intent, transfer, unmatched, list, assign };
}

/** Another payer claims the transfer for an intent of their own. */
async function claimFor(shop: Shop, { transfer, due = '0.5 SOL' }: { transfer: Transfer; due?: string }) {
  const intent = await shop.openIntent(due);
  await shop.targetOf(intent, 'solana-devnet');
  await claimTransfer(shop, intent, transfer);
  expect(await shop.find(intent.id)).toMatchObject({ status: 'needs_review', review: { cause: 'ambiguous' } });
  return intent;
}

describe('assignTransfer', () => {
  it('makes the transfer a payment of the intent, with events and an audit entry', async () => {
    const { shop, intent, unmatched, list, assign } = await setUp();
    const assigned = await assign();
    expect(assigned).toMatchObject({ status: 'succeeded', payments: [{ tx: 'tx-1', state: 'final' }] });
    expect(assigned.payments.map(({ amount }) => formatDecimal(amount))).toEqual(['0.5']);
    expect(await shop.find(intent.id)).toMatchObject({ status: 'succeeded' });
    expect(await shop.timeline(intent)).toEqual([
      '1 payment_intent.created',
      '2 payment.final',
      '3 payment_intent.succeeded',
    ]);
    expect(await list(true)).toEqual([]);
    const [entry] = await shop.ports.stores.main.audit.listWaiting(10);
    expect(entry).toMatchObject({
      actor: 'usr',
      action: 'transfer.assigned',
      merchantId: shop.tenant.merchantId,
      subject: intent.id,
      details: { transfer: unmatched?.id, livemode: false },
      atMs: shop.ports.clock.nowMs(),
    });
  });

  it('judges the transfer by the time of its block, like any payment', async () => {
    const lateMs = 2 * 3_600_000;
    const { shop, transfer, assign } = await setUp({ amount: parseDecimal('0.0004'), keys: ['reference-1'] });
    const other = await shop.openIntent('0.0004 SOL');
    await shop.targetOf(other, 'solana-devnet');
    shop.ports.clock.set(shop.ports.clock.nowMs() + lateMs);
    await shop.receive('simulated', []);
    await shop.receive('solana-devnet', [{ ...transfer, blockHeight: 6, blockTimeMs: shop.ports.clock.nowMs() }]);
    expect(await assign({ intentId: other.id })).toMatchObject({
      status: 'needs_review',
      review: { cause: 'late' },
      payments: [{ firstSeenAtMs: transfer.firstSeenAtMs, blockTimeMs: shop.ports.clock.nowMs() }],
    });
  });

  it('counts confirmations from the height up to which the network was read', async () => {
    const shop = await openShop();
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const [one, two] = [await shop.openIntent('20 BTC'), await shop.openIntent('20 BTC')];
    const dust = await shop.pay(one, '0.001 BTC', { network: 'bitcoin-regtest', blockHeight: 5 });
    const [unmatched] = await shop.store.transfers.list({ unassigned: true, limit: 1 });
    const input = { tenant: shop.tenant, id: unmatched?.id, intentId: two.id, actor: 'usr' };
    const assigned = await assignTransfer(shop.ports, shop.store, input);
    expect(assigned.payments).toMatchObject([{ tx: dust.tx, confirmations: 1, state: 'confirmed' }]);
  });

  it.each<[string, Partial<Transfer>]>([
    ['failed on chain', { failed: true, keys: ['reference-1'] }],
    ['is of an unknown token', { asset: undefined, token: 'mint' }],
    ['is a balance that grew without a transaction', { isUnexplained: true }],
    ['is in no block', { amount: parseDecimal('0.0001'), keys: ['reference-1'], blockHeight: undefined }],
  ])('answers invalid_state for a transfer that %s', async (_, more) => {
    const { shop, assign } = await setUp(more);
    expect(await failureOf(shop.ports, () => assign())).toMatchObject({ code: 'invalid_state' });
  });

  it('answers invalid_state for a transfer that was assigned before', async () => {
    const { shop, assign } = await setUp();
    const other = await shop.openIntent();
    await assign();
    for (const more of [{}, { intentId: other.id }]) {
      expect(await failureOf(shop.ports, () => assign(more))).toMatchObject({ code: 'invalid_state' });
    }
  });

  it('answers invalid_state for a transfer that is a payment of another intent by now', async () => {
    const { shop, intent, transfer, assign } = await setUp();
    const other = await shop.openIntent();
    const { reference = '' } = await shop.targetOf(intent, 'solana-devnet');
    await shop.receive('solana-devnet', [{ ...transfer, keys: [reference] }]);
    expect((await shop.find(intent.id)).status).toBe('succeeded');
    const failure = await failureOf(shop.ports, () => assign({ intentId: other.id }));
    expect(failure).toMatchObject({ code: 'invalid_state' });
  });

  it('answers invalid_state for a transfer that names nobody once another merchant has the wallet', async () => {
    const { shop, transfer, list, assign } = await setUp();
    const named = { ...transfer, tx: 'tx-2', keys: ['reference-1'], amount: parseDecimal('0.0002') };
    await shop.receive('solana-devnet', [named]);
    const { ports } = shop;
    await releaseWallet(ports, { network: 'solana-devnet', livemode: false, text: 'wallet', actor: 'cli' });
    const next = await openShop({ ports, name: 'next' });
    await next.addWallet('solana-devnet', 'wallet');
    expect(await failureOf(ports, () => assign())).toMatchObject({ code: 'invalid_state' });
    // It refers to an intent of the former holder, so it stays theirs.
    const [dust] = await list();
    expect(dust).toMatchObject({ tx: 'tx-2', reason: 'dust' });
    expect((await assign({ id: dust?.id })).payments).toHaveLength(1);
  });

  it('answers invalid_state for a transfer that names nobody once the wallet is used in the other mode', async () => {
    const { shop, assign } = await setUp();
    const { merchantId } = shop.tenant;
    shop.ports.wallets.listHolders = async (_, fingerprints) =>
      fingerprints.map((fingerprint) => ({ fingerprint, merchantId, livemode: true }));
    expect(await failureOf(shop.ports, () => assign())).toMatchObject({ code: 'invalid_state' });
  });

  it('leaves a transfer that names nobody to its merchant where nobody is known to have the wallet', async () => {
    const { shop, assign } = await setUp();
    shop.ports.wallets.listHolders = async () => [];
    expect(await assign()).toMatchObject({ status: 'succeeded', payments: [{ tx: 'tx-1' }] });
  });

  it('counts the transfer once where a scan has found it for the same intent by now', async () => {
    const { shop, intent, transfer, list, assign } = await setUp();
    const { reference = '' } = await shop.targetOf(intent, 'solana-devnet');
    await shop.receive('solana-devnet', [{ ...transfer, keys: [reference] }]);
    const before = await shop.timeline(intent);
    expect(await assign()).toMatchObject({ status: 'succeeded', payments: [{ tx: 'tx-1' }] });
    expect(await shop.timeline(intent)).toEqual(before);
    expect(await list(true)).toEqual([]);
  });

  it('assigns once when two people assign it to different intents at the same time', async () => {
    const { shop, list, assign } = await setUp();
    const other = await shop.openIntent();
    const results = await Promise.allSettled([assign(), assign({ intentId: other.id })]);
    expect(results).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'invalid_state' } }]);
    expect((await shop.find(other.id)).payments).toEqual([]);
    expect(await list(true)).toEqual([]);
  });

  it('answers not_found for missing ids, and for a transfer or an intent of another merchant', async () => {
    const { shop, assign } = await setUp();
    const other = await openShop({ ports: shop.ports, name: 'other' });
    const foreign = await other.openIntent();
    const noTransfer = { code: 'not_found', message: expect.stringContaining('no transfer with this ID') };
    const noIntent = { code: 'not_found', message: expect.stringContaining('no payment intent with this ID') };
    expect(await failureOf(shop.ports, () => assign({ id: undefined }))).toMatchObject(noTransfer);
    for (const more of [{ intentId: undefined }, { intentId: foreign.id }]) {
      expect(await failureOf(shop.ports, () => assign(more))).toMatchObject(noIntent);
    }
    const [unmatched] = await shop.store.transfers.list({ unassigned: true, limit: 1 });
    const input = { tenant: other.tenant, id: unmatched?.id, intentId: foreign.id, actor: 'usr' };
    const failure = await failureOf(shop.ports, () => assignTransfer(shop.ports, other.store, input));
    expect(failure).toMatchObject(noTransfer);
  });

  it('ends the review of everybody else who claimed the transfer', async () => {
    const { shop, intent, transfer, assign } = await setUp();
    const squatter = await claimFor(shop, { transfer });
    expect(await assign()).toMatchObject({ id: intent.id, status: 'succeeded' });
    expect(await shop.find(squatter.id)).toMatchObject({ status: 'requires_payment', ambiguousTransfers: [] });
    expect(await shop.timeline(squatter)).toEqual([
      '1 payment_intent.created',
      '2 payment_intent.needs_review',
      '3 payment_intent.requires_payment',
    ]);
  });

  it('releases a claimant that was paid otherwise without an event', async () => {
    const { shop, transfer, assign } = await setUp();
    const claimant = await claimFor(shop, { transfer });
    await shop.pay(claimant, '0.5 SOL', { tx: 'tx-2' });
    const before = await shop.timeline(claimant);
    await assign();
    expect(await shop.find(claimant.id)).toMatchObject({ status: 'succeeded', ambiguousTransfers: [] });
    expect(await shop.timeline(claimant)).toEqual(before);
  });

  it('asks for the rest where the transfer pays only a part of the intent that claimed it', async () => {
    const { shop, transfer, assign } = await setUp();
    const claimant = await claimFor(shop, { transfer, due: '0.7 SOL' });
    expect(await assign({ intentId: claimant.id })).toMatchObject({
      status: 'partially_paid',
      review: undefined,
      ambiguousTransfers: [],
    });
  });

  it('asks people about a transfer that is assigned to an intent that they rejected', async () => {
    const { shop, transfer, assign } = await setUp();
    const { tenant, ports, store } = shop;
    const { id } = await claimFor(shop, { transfer });
    ports.clock.advance(1_000);
    await decideIntent(ports, store, {
      tenant,
      id,
      kind: 'rejected',
      reason: 'because',
      actor: 'usr',
      onlyReview: true,
    });
    expect((await shop.find(id)).status).toBe('canceled');
    expect(await assign({ intentId: id })).toMatchObject({
      status: 'needs_review',
      review: { cause: 'canceled_with_money' },
      payments: [{ tx: 'tx-1' }],
    });
  });
});
