import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { wrapBook } from '../../../test/simulation/bugs/wrap-book.ts';
import type { IntentId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { ZERO } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { Scan } from '../../ports/chain.ts';
import type { Change } from '../../ports/changes.ts';
import type { PaymentBook } from '../../ports/payment-book.ts';
import { changeSettings } from '../merchants/change-settings.ts';
import { assignTransfer } from '../transfers/assign-transfer.ts';
import { recordScan } from './record-scan.ts';

const DAY_MS = 86_400_000;

/** A merchant with two intents of 1 SOL at one wallet. */
async function setUp() {
  const shop = await openShop();
  await shop.addWallet('solana-devnet', 'wallet');
  const [first, second] = [await shop.openIntent('1 SOL'), await shop.openIntent('1 SOL')];
  const [target, other] = [await shop.targetOf(first, 'solana-devnet'), await shop.targetOf(second, 'solana-devnet')];
  const transfer = (tx: string, sent = '1 SOL', more: Partial<Transfer> = {}) =>
    sampleTransfer(tx, sent, target, { firstSeenAtMs: shop.ports.clock.nowMs(), ...more });
  const receive = (transfers: Transfer[], scan?: Partial<Scan>) => shop.receive('solana-devnet', transfers, scan);
  const listUnmatched = () => shop.store.transfers.list({ unassigned: true, limit: 10 });
  const unmatched = async () => (await listUnmatched()).map(({ tx, reason }) => `${tx} ${reason}`);
  const assign = async (intentId: IntentId) => {
    const [one] = await listUnmatched();
    return assignTransfer(shop.ports, shop.store, { tenant: shop.tenant, id: one?.id, intentId, actor: 'ada' });
  };
  const chain = shop.ports.chain('solana-devnet');
  const scan = (token = 1) => recordScan(shop.ports, chain, token, shop.ports.stores.main);
  /** Records transfers while some calls to the database are replaced. */
  const receiveThrough = async (transfers: Transfer[], change: (book: PaymentBook) => Partial<PaymentBook>) => {
    chain.report({ transfers });
    await recordScan(shop.ports, chain, 1, wrapBook(change)(shop.ports.stores.main));
  };
  /** The keys of a transfer that names both intents. */
  const both = [target.reference ?? '', other.reference ?? ''];
  return { shop, first, second, other, both, transfer, receive, receiveThrough, unmatched, assign, chain, scan };
}

describe('recordScan', () => {
  it('makes a transfer a payment, with events, and tells subscribers once', async () => {
    const { shop, first, transfer, receive } = await setUp();
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
    const { shop, first, transfer, receive } = await setUp();
    await receive([transfer('t1', '1 SOL', { blockHeight: undefined })]);
    expect((await shop.find(first.id)).status).toBe('processing');
    await receive([transfer('t1')]);
    expect((await shop.find(first.id)).status).toBe('succeeded');
  });

  it('tells nobody about a scan that changes nothing', async () => {
    const { shop, first, transfer, receive } = await setUp();
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
    const { shop, first, second, transfer, receiveThrough } = await setUp();
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
    const { shop, first, chain, scan } = await setUp();
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
    const { transfer, receive, chain, scan } = await setUp();
    await receive([transfer('t1', '1 SOL', { blockHeight: undefined, spends: ['coin'] })]);
    expect(await scan()).toMatchObject({ cursor: '2' });
    expect(chain.watches[1]).toMatchObject({ pending: [{ tx: 't1', spends: ['coin'], blockHeight: undefined }] });
    expect(await chain.watches[1]?.addresses()).toEqual(['wallet']);
  });

  it('writes nothing when the nodes fail', async () => {
    const { shop, chain, scan } = await setUp();
    chain.report(new ChainError('away', 'timeout'));
    expect(await failureOf(shop.ports, () => scan())).toMatchObject({ kind: 'away' });
  });

  it('writes nothing for a holder whose lease was taken over', async () => {
    const { shop, first, transfer, chain, scan } = await setUp();
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
    const { shop, first, transfer, chain, scan } = await setUp();
    for (let count = 0; count < 2; count += 1) chain.report({ transfers: [transfer('t1', '0.6 SOL')] });
    await Promise.all([scan(), scan()]);
    expect((await shop.find(first.id)).payments).toHaveLength(1);
    expect((await shop.timeline(first)).filter((event) => event.endsWith('payment.final'))).toHaveLength(1);
  });

  it('applies the tolerance that the merchant had when the intent was created', async () => {
    const { shop, first, transfer, receive } = await setUp();
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
    const { shop, first, transfer, receive } = await setUp();
    await receive([transfer('t1', '1 SOL', { blockHeight: undefined })]);
    await receive([], { replaced: ['t1'] });
    expect(await shop.find(first.id)).toMatchObject({
      status: 'requires_payment',
      payments: [{ state: 'void', voidReason: 'replaced' }],
    });
  });

  it('takes a success back when the chain does', async () => {
    const { shop, first, transfer, receive } = await setUp();
    await receive([transfer('t1')]);
    await receive([], { rolledBackTo: 4, tipHeight: 4 });
    expect(await shop.find(first.id)).toMatchObject({ status: 'needs_review', review: { cause: 'reorged' } });
    expect((await shop.timeline(first)).at(-1)).toMatch(/payment_intent.reversed$/);
  });
});

describe('a transfer that matches no payment', () => {
  it.each<[string, Partial<Transfer>, string]>([
    ['too little for the intent', { amount: parseDecimal('0.0005') }, 'dust'],
    ['as small as dust is not', { amount: parseDecimal('0.0001') }, 'dust'],
    ['of an unknown token', { asset: undefined, token: 'mint' }, 'unknown_token'],
    ['failed', { failed: true }, 'failed'],
    ['without a reference', { keys: [] }, 'no_reference'],
    ['from hours before the target was assigned', { firstSeenAtMs: 0 }, 'too_old'],
  ])('is recorded: %s', async (_, more, reason) => {
    const { shop, first, transfer, receive, unmatched } = await setUp();
    await receive([transfer('t1', '1 SOL', more)]);
    expect(await unmatched()).toEqual([`t1 ${reason}`]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'requires_payment', payments: [] });
  });

  it('is recorded for each intent that it names, and both need a review', async () => {
    const { shop, first, second, both, transfer, receive, unmatched } = await setUp();
    await receive([transfer('t1', '1 SOL', { keys: both })]);
    expect(await unmatched()).toEqual(['t1 ambiguous']);
    for (const { id } of [first, second]) {
      expect(await shop.find(id)).toMatchObject({ review: { cause: 'ambiguous' }, payments: [] });
    }
  });

  it('adds to the doubt about intents that are in review already, without another event', async () => {
    const { shop, first, second, both, transfer, receive } = await setUp();
    await receive([transfer('t1', '1 SOL', { keys: both })]);
    await receive([transfer('t2', '1 SOL', { keys: both })]);
    for (const intent of [first, second]) {
      const names = ['solana-devnet:t1:0', 'solana-devnet:t2:0'];
      expect(await shop.find(intent.id)).toMatchObject({ ambiguousTransfers: names });
      expect(await shop.timeline(intent)).toEqual(['1 payment_intent.created', '2 payment_intent.needs_review']);
    }
  });

  it.each<[string, Partial<Transfer>, string]>([
    ['too little', { amount: parseDecimal('0.0005') }, 'ambiguous'],
    ['of an unknown token', { asset: undefined, token: 'mint' }, 'unknown_token'],
    ['too old', { firstSeenAtMs: 0 }, 'ambiguous'],
  ])('puts no intent in doubt for which it would not count: %s', async (_, more, reason) => {
    const { shop, first, second, both, transfer, receive, unmatched } = await setUp();
    await receive([transfer('t1', '1 SOL', { keys: both, ...more })]);
    expect(await unmatched()).toEqual([`t1 ${reason}`]);
    for (const { id } of [first, second]) {
      expect(await shop.find(id)).toMatchObject({ status: 'requires_payment', ambiguousTransfers: [] });
    }
  });

  it('is ignored when it names an intent and pays another address', async () => {
    const { shop, first, transfer, receive, unmatched } = await setUp();
    await receive([transfer('t1', '1 SOL', { address: 'elsewhere' })]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'requires_payment', payments: [] });
    expect(await unmatched()).toEqual([]);
  });

  it('cannot be assigned once its block is gone, and can when it is back', async () => {
    const { second, transfer, receive, assign } = await setUp();
    const dust = transfer('t1', '0.0005 SOL');
    await receive([dust]);
    await receive([], { rolledBackTo: 4, tipHeight: 4 });
    await expect(assign(second.id)).rejects.toMatchObject({ code: 'invalid_state' });
    await receive([{ ...dust, blockHeight: 6 }], { tipHeight: 6 });
    expect((await assign(second.id)).payments).toMatchObject([{ blockHeight: 6, state: 'final' }]);
  });

  it('cannot be assigned when it failed in its block, even if it looked valid in the pool', async () => {
    const { second, transfer, receive, assign } = await setUp();
    const dust = transfer('t1', '0.0005 SOL');
    await receive([{ ...dust, blockHeight: undefined }]);
    await receive([{ ...dust, failed: true }]);
    await expect(assign(second.id)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it.each(['no intent', 'two intents'])('that names %s and looked like money fails in its block', async (named) => {
    const { shop, second, both, transfer, receive, unmatched, assign } = await setUp();
    const keys = named === 'no intent' ? [] : both;
    await receive([transfer('t1', '1 SOL', { keys, blockHeight: undefined })]);
    await receive([transfer('t1', '1 SOL', { keys, failed: true })]);
    expect(await unmatched()).toEqual(['t1 failed']);
    expect(await shop.store.transfers.listDust()).toEqual([]);
    await expect(assign(second.id)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('is only counted when too many that failed name the same intent', async () => {
    const { shop, first, other, transfer, receive } = await setUp();
    const failed = (count: number) => transfer(`t${count}`, '1 SOL', { failed: true });
    const max = LIMITS.failedPerIntentMax;
    await receive(Array.from({ length: max - 1 }, (_, count) => failed(count)));
    await receive([failed(max - 1), failed(max), failed(max + 1)]);
    // One that is listed stays so when it is reported again, and another intent has its own limit.
    await receive([failed(0), transfer('other', '1 SOL', { failed: true, keys: [other.reference ?? ''] })]);
    const listed = (await shop.store.transfers.list({ unassigned: true, limit: 50 })).map(({ tx }) => tx);
    expect(listed.toSorted()).toEqual(['other', ...Array.from({ length: max }, (_, count) => `t${count}`)].toSorted());
    expect(await shop.store.transfers.listDust()).toMatchObject([{ asset: 'SOL', transfers: 2, amount: ZERO }]);
    expect((await shop.find(first.id)).status).toBe('requires_payment');
  });

  it('is listed, however many there are, unless it failed', async () => {
    const { shop, transfer, receive } = await setUp();
    const count = LIMITS.failedPerIntentMax + 1;
    const sent = Array.from({ length: count }, (_, index) => [
      transfer('dust', '0.0005 SOL', { index }),
      transfer('unnamed', '1 SOL', { index, keys: [] }),
    ]).flat();
    await receive(sent);
    expect(await shop.store.transfers.list({ unassigned: true, limit: 50 })).toHaveLength(sent.length);
    expect(await shop.store.transfers.listDust()).toEqual([]);
  });

  it('is only counted when it is of an unknown token and there were enough of them this day', async () => {
    const { shop, transfer, receive } = await setUp();
    const max = LIMITS.unknownTokensPerDayMax;
    const token = (index: number, more: Partial<Transfer> = {}) =>
      transfer('flood', '1 SOL', { index, keys: [], asset: undefined, token: 'mint', ...more });
    const countListed = async () =>
      (await shop.store.transfers.list({ unassigned: true, limit: 2 * max })).filter(({ asset }) => asset === undefined)
        .length;
    await receive(Array.from({ length: max - 1 }, (_, index) => token(index)));
    await receive([token(max), token(max + 1), token(max + 2), transfer('real', '2 SOL', { keys: [] })]);
    expect(await countListed()).toBe(max);
    expect(await shop.store.transfers.listDust()).toMatchObject([{ asset: 'unknown', transfers: 2 }]);
    expect(await shop.store.transfers.list({ unassigned: true, limit: 2 * max })).toHaveLength(max + 1);
    shop.ports.clock.advance(DAY_MS + 1);
    await receive([token(max + 3)]);
    expect(await countListed()).toBe(max + 1);
  });

  it('is only counted when it failed and names no intent, or several', async () => {
    const { shop, both, transfer, receive, unmatched } = await setUp();
    await receive([
      transfer('t1', '1 SOL', { keys: both, failed: true }),
      transfer('t2', '1 SOL', { keys: [], failed: true }),
    ]);
    expect(await unmatched()).toEqual([]);
    expect(await shop.store.transfers.listDust()).toEqual([
      { network: 'solana-devnet', asset: 'SOL', transfers: 2, amount: 0n },
    ]);
  });
});

describe('a scan', () => {
  it.each<[keyof PaymentBook, string, Partial<Transfer>]>([
    ['matchPayments', '1 SOL', {}],
    ['findListed', '0.000099999 SOL', {}],
    ['countFailed', '1 SOL', { failed: true }],
  ])('does not call %s where nothing of ours arrived', async (call, sent, more) => {
    const { transfer, receiveThrough } = await setUp();
    const refuse = () => ({ [call]: () => Promise.reject(new Error('asked')) });
    await receiveThrough([], refuse);
    await receiveThrough([transfer('t1', sent, { ...more, address: 'elsewhere' })], refuse);
    await expect(receiveThrough([transfer('t1', sent, more)], refuse)).rejects.toThrow('asked');
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

  it('does not count failed transactions where none failed', async () => {
    const { transfer, receiveThrough, unmatched } = await setUp();
    const sent = [transfer('t1', '0.0005 SOL'), transfer('t2', '1 SOL', { keys: [] })];
    await receiveThrough(sent, () => ({ countFailed: () => Promise.reject(new Error('asked')) }));
    expect(await unmatched()).toHaveLength(2);
  });
});

describe('dust', () => {
  const dust = '0.000099999 SOL';

  it('is counted by asset once it is in a block, and never listed', async () => {
    const { shop, first, transfer, receive, unmatched } = await setUp();
    await receive([
      transfer('t1', dust, { keys: [], blockHeight: undefined }),
      transfer('t2', dust, { blockHeight: undefined }),
    ]);
    expect(await shop.store.transfers.listDust()).toEqual([]);
    await receive([
      transfer('t1', dust, { keys: [] }),
      transfer('t2', dust),
      transfer('t3', '0.000000000000000001 SOL', { keys: [] }),
      transfer('t4', '0.009 USDC', { keys: [] }),
    ]);
    expect(await shop.store.transfers.listDust()).toEqual([
      { network: 'solana-devnet', asset: 'SOL', transfers: 3, amount: parseDecimal('0.000199998000000001') },
      { network: 'solana-devnet', asset: 'USDC', transfers: 1, amount: parseDecimal('0.009') },
    ]);
    expect(await unmatched()).toEqual([]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'requires_payment', payments: [] });
  });

  it('that names two intents is one transfer, and changes neither', async () => {
    const { shop, first, second, both, transfer, receive } = await setUp();
    await receive([transfer('t1', dust, { keys: both })]);
    expect(await shop.store.transfers.listDust()).toMatchObject([{ transfers: 1 }]);
    for (const { id } of [first, second]) {
      expect(await shop.find(id)).toMatchObject({ status: 'requires_payment', ambiguousTransfers: [] });
    }
  });

  it('does not put a small intent in doubt either', async () => {
    const { shop, both, transfer, receive } = await setUp();
    const small = await shop.openIntent('0.001 SOL');
    const { reference = '' } = await shop.targetOf(small, 'solana-devnet');
    await receive([transfer('t1', dust, { keys: [reference, ...both] })]);
    expect((await shop.find(small.id)).ambiguousTransfers).toEqual([]);
  });

  it('cannot fill the table, however much of it arrives', async () => {
    const { shop, transfer, receive, unmatched } = await setUp();
    for (let scan = 0; scan < 20; scan += 1) {
      await receive(Array.from({ length: 500 }, (_, count) => transfer(`t${scan}-${count}`, dust, { keys: [] })));
    }
    expect(await unmatched()).toEqual([]);
    expect(await shop.store.transfers.listDust()).toMatchObject([{ transfers: 10_000 }]);
  });
});

describe('a transfer that a merchant has assigned', () => {
  it('stays with its intent after a reorganization, even if it went to the target of another', async () => {
    const { shop, second, transfer, receive, assign } = await setUp();
    const dust = transfer('t1', '0.0005 SOL');
    await receive([dust]);
    await assign(second.id);
    await receive([], { rolledBackTo: 4, tipHeight: 4 });
    expect((await shop.find(second.id)).payments).toMatchObject([{ state: 'seen', blockHeight: undefined }]);
    await receive([{ ...dust, blockHeight: 6 }], { tipHeight: 6 });
    expect((await shop.find(second.id)).payments).toMatchObject([{ state: 'final', blockHeight: 6 }]);
  });

  it('does not count a second time when it would be enough for the intent that it names', async () => {
    const { shop, first, second, transfer, receive, assign } = await setUp();
    const dust = transfer('t1', '0.0005 SOL');
    await receive([dust]);
    await assign(second.id);
    await receive([transfer('t2', '0.9995 SOL')]);
    await receive([dust]);
    expect((await shop.find(first.id)).payments.map(({ tx }) => tx)).toEqual(['t2']);
    expect((await shop.find(second.id)).payments.map(({ tx }) => tx)).toEqual(['t1']);
  });
});
