import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { openTwoIntents } from '../../../test/memory/open-two-intents.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import type { IntentId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { Change } from '../../ports/changes.ts';
import type { PaymentBook } from '../../ports/payment-book.ts';
import { changeSettings } from '../merchants/change-settings.ts';
import { recordScan } from './record-scan.ts';

const DAY_MS = 86_400_000;

const refuse = () => Promise.reject(new Error('asked'));

describe('recordScan', () => {
  it('makes a transfer a payment, with events, and tells subscribers once', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    const heard: Change[] = [];
    shop.ports.changes.subscribe(shop.tenant, (change) => heard.push(change));
    await receive([transfer('t1')]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'succeeded', payments: [{ tx: 't1', state: 'final' }] });
    expect(await shop.timeline(first)).toEqual([
      '1 payment_intent.created',
      '2 payment.final',
      '3 payment_intent.succeeded',
    ]);
    expect(heard).toEqual([{ intentId: first.id, sequence: 3, status: 'succeeded' }]);
  });

  it('follows a payment from the pool into a block', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', { blockHeight: undefined })]);
    expect((await shop.find(first.id)).status).toBe('processing');
    await receive([transfer('t1')]);
    expect((await shop.find(first.id)).status).toBe('succeeded');
  });

  it('tells nobody about a scan that changes nothing', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    const pending = transfer('t1', '1 SOL', { blockHeight: undefined });
    await receive([pending]);
    const heard: Change[] = [];
    shop.ports.changes.subscribe(shop.tenant, (change) => heard.push(change));
    await receive([pending]);
    expect(heard).toEqual([]);
    await receive([transfer('t1')]);
    expect(heard).toMatchObject([{ intentId: first.id, status: 'succeeded' }]);
  });

  it('changes intents in the order of their IDs, so that two transactions never wait for each other', async () => {
    const { shop, first, second, transfer, receiveThrough } = await openTwoIntents();
    const intents = [first, second, await shop.openIntent('1 SOL')].sort((a, b) => (a.id < b.id ? -1 : 1));
    const [a, b, c] = await Promise.all(intents.map((intent) => shop.targetOf(intent, 'solana-devnet')));
    const changed: IntentId[] = [];
    await receiveThrough(
      [b, c, a].map((target, count) => transfer(`t${count}`, '1 SOL', { keys: [target?.reference ?? ''] })),
      (book) => ({
        changeIntent(ref, ...rest) {
          changed.push(ref.id);
          return book.changeIntent(ref, ...rest);
        },
      }),
    );
    expect(changed).toEqual(intents.map(({ id }) => id));
  });

  it('reads nothing while no intent waits for money, and stops thirty days after the expiry', async () => {
    const { shop, first, chain, scan } = await openTwoIntents();
    expect(
      await recordScan(shop.ports, shop.ports.chain('bitcoin-regtest'), 1, shop.ports.stores.main),
    ).toBeUndefined();
    const endMs = first.expiresAtMs + LIMITS.watchedDaysAfterExpiry * DAY_MS;
    shop.ports.clock.set(endMs - 1);
    expect(await scan()).toBeDefined();
    shop.ports.clock.set(endMs);
    expect(await scan()).toBeUndefined();
    expect(chain.watches).toHaveLength(1);
  });

  it('continues at its cursor and watches what is pending', async () => {
    const { transfer, receive, chain, scan } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', { blockHeight: undefined, spends: ['coin'] })]);
    expect(await scan()).toMatchObject({ cursor: '2' });
    expect(chain.watches[1]).toMatchObject({ pending: [{ tx: 't1', spends: ['coin'], blockHeight: undefined }] });
    expect(await chain.watches[1]?.addresses()).toEqual(['wallet']);
  });

  it('writes nothing when the nodes fail', async () => {
    const { shop, chain, scan } = await openTwoIntents();
    chain.report(new ChainError('away', 'timeout'));
    expect(await failureOf(shop.ports, () => scan())).toMatchObject({ kind: 'away' });
  });

  it('writes nothing for a holder whose lease was taken over', async () => {
    const { shop, first, transfer, chain, scan } = await openTwoIntents();
    await scan(2);
    const before = shop.ports.snapshot();
    chain.report({ transfers: [transfer('t1')] });
    await scan(1);
    expect(shop.ports.snapshot()).toEqual(before);
    chain.report({ transfers: [transfer('t1')] });
    await scan(3);
    expect((await shop.find(first.id)).status).toBe('succeeded');
  });

  it('records a scan once when two workers read the same range', async () => {
    const { shop, first, transfer, chain, scan } = await openTwoIntents();
    for (let count = 0; count < 2; count += 1) chain.report({ transfers: [transfer('t1', '0.6 SOL')] });
    await Promise.all([scan(), scan()]);
    expect((await shop.find(first.id)).payments).toHaveLength(1);
    expect((await shop.timeline(first)).filter((event) => event.endsWith('payment.final'))).toHaveLength(1);
  });

  it('applies the tolerance that the merchant had when the intent was created', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    const patch = { tolerance_percent: '5', tolerance_amount: '5' };
    await changeSettings(shop.ports, { merchant: shop.made.merchant, patch, actor: shop.made.owner.id });
    await receive([transfer('t1', '0.95 SOL')]);
    expect((await shop.find(first.id)).status).toBe('partially_paid');
    const later = await shop.openIntent('1 SOL');
    await shop.pay(later, '0.95 SOL', { tx: 't2' });
    expect(await shop.find(later.id)).toMatchObject({ status: 'succeeded', flags: ['tolerated'] });
  });

  it('asks people about a payment that was seen a second before the expiry and mined ten days later', async () => {
    const shop = await openShop();
    const { clock } = shop.ports;
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const intent = await shop.openIntent('0.5 BTC');
    const seenAtMs = intent.expiresAtMs - 1_000;
    await shop.targetOf(intent, 'bitcoin-regtest');
    clock.set(seenAtMs);
    const sent = { network: 'bitcoin-regtest', firstSeenAtMs: seenAtMs } as const;
    await shop.pay(intent, '0.5 BTC', { ...sent, blockHeight: undefined });
    expect((await shop.find(intent.id)).status).toBe('processing');
    clock.set(intent.expiresAtMs + 10 * DAY_MS);
    await shop.receive('simulated', []);
    await shop.pay(intent, '0.5 BTC', { ...sent, blockTimeMs: clock.nowMs() });
    expect(await shop.find(intent.id)).toMatchObject({
      status: 'needs_review',
      review: { cause: 'late' },
      payments: [{ firstSeenAtMs: seenAtMs, blockTimeMs: clock.nowMs() }],
    });
  });

  it('voids a payment whose money was spent elsewhere', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', { blockHeight: undefined })]);
    await receive([], { replaced: ['t1'] });
    expect(await shop.find(first.id)).toMatchObject({
      status: 'requires_payment',
      payments: [{ state: 'void', voidReason: 'replaced' }],
    });
  });

  it('takes a success back when the chain does', async () => {
    const { shop, first, transfer, receive } = await openTwoIntents();
    await receive([transfer('t1')]);
    await receive([], { rolledBackTo: 4, tipHeight: 4 });
    expect(await shop.find(first.id)).toMatchObject({ status: 'needs_review', review: { cause: 'reorged' } });
    expect((await shop.timeline(first)).at(-1)).toMatch(/payment_intent.reversed$/);
  });
});

describe('a scan', () => {
  it.each<[keyof PaymentBook, string, Partial<Transfer>]>([
    ['matchPayments', '1 SOL', {}],
    ['findListed', '0.000099999 SOL', {}],
    ['countFailed', '1 SOL', { failed: true }],
  ])('does not call %s where nothing of ours arrived', async (call, sent, more) => {
    const { transfer, receiveThrough } = await openTwoIntents();
    const without = () => ({ [call]: refuse });
    await receiveThrough([], without);
    await receiveThrough([transfer('t1', sent, { ...more, address: 'elsewhere' })], without);
    await expect(receiveThrough([transfer('t1', sent, more)], without)).rejects.toThrow('asked');
  });

  it('is made again if the coin was not looked for and an intent waits for it now', async () => {
    const shop = await openShop({ ports: createMemoryPorts({ networks: ['ethereum-sepolia'] }) });
    await shop.addWallet('ethereum-sepolia', 'wallet');
    await shop.targetOf(await shop.openIntent('5 USDC'), 'ethereum-sepolia');
    const chain = shop.ports.chain('ethereum-sepolia');
    const read = chain.scan.bind(chain);
    const paid = await shop.openIntent('1 ETH');
    chain.scan = async (cursor, watch) => {
      // The payer is fast: target and payment come while the node is asked.
      const target = await shop.targetOf(paid, 'ethereum-sepolia');
      const {
        amounts: [given],
      } = target;
      if (!given) throw new Error('no exact amount');
      const sent = { amount: given.amount, keys: [], firstSeenAtMs: shop.ports.clock.nowMs() };
      if (watch.coinUntilMs === undefined) chain.report({ skippedCoin: true });
      else chain.report({ transfers: [sampleTransfer('t1', '1 ETH', target, sent)], finalizedHeight: 1_000_000 });
      return read(cursor, watch);
    };
    await recordScan(shop.ports, chain, 1, shop.ports.stores.main);
    expect(chain.watches).toHaveLength(2);
    expect((await shop.find(paid.id)).payments).toMatchObject([{ tx: 't1' }]);
    chain.scan = read;
    chain.report({ skippedCoin: true });
    await recordScan(shop.ports, chain, 1, shop.ports.stores.main);
    expect(chain.watches, 'nothing new is expected').toHaveLength(3);
  });

  it('gives an intent a limited number of payments, and lists the rest', async () => {
    const { shop, first, transfer, receive, unmatched } = await openTwoIntents();
    const sent = Array.from({ length: LIMITS.paymentsPerIntentMax + 2 }, (_, place) => transfer(`t${place}`));
    await receive(sent);
    expect((await shop.find(first.id)).payments).toHaveLength(LIMITS.paymentsPerIntentMax);
    await receive([...sent, transfer('another')]);
    expect((await shop.find(first.id)).payments).toHaveLength(LIMITS.paymentsPerIntentMax);
    expect((await unmatched()).sort()).toEqual(['another too_many', 't200 too_many', 't201 too_many']);
  });

  it('keeps the last place of an intent for a new payment when earlier ones are reported again', async () => {
    const { shop, first, transfer, receive, unmatched } = await openTwoIntents();
    const sent = Array.from({ length: LIMITS.paymentsPerIntentMax }, (_, place) => transfer(`t${place}`));
    await receive(sent.slice(0, -1));
    await receive(sent);
    expect((await shop.find(first.id)).payments).toHaveLength(LIMITS.paymentsPerIntentMax);
    expect(await unmatched()).toEqual([]);
  });

  it('without the coin does not fail if nobody waits for the network by now', async () => {
    const { shop, chain } = await openTwoIntents();
    const { main } = shop.ports.stores;
    const watches = [await main.findWatch('solana-devnet', shop.ports.clock.nowMs())];
    chain.report({ skippedCoin: true });
    const scan = await recordScan(shop.ports, chain, 1, {
      findWatch: async () => watches.shift(),
      transact: (work) => main.transact(work),
    });
    expect(scan).toMatchObject({ cursor: '1' });
    expect(await main.findWatch('solana-devnet', shop.ports.clock.nowMs())).toMatchObject({ cursor: '1' });
  });

  it('does not count failed transactions or unknown tokens where there are none', async () => {
    const { transfer, receiveThrough, unmatched } = await openTwoIntents();
    const sent = [transfer('t1', '0.0005 SOL'), transfer('t2', '1 SOL', { keys: [] })];
    await receiveThrough(sent, () => ({ countFailed: refuse, countUnknown: refuse }));
    expect(await unmatched()).toHaveLength(2);
  });
});
