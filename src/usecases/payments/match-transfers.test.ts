import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { formatDecimal, parseDecimal } from '../../domain/money/decimal.ts';
import { add, cryptoAmount, ZERO } from '../../domain/money/money.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { PaymentBook } from '../../ports/payment-book.ts';
import type { Wallets } from '../../ports/wallets.ts';
import { matchTransfers } from './match-transfers.ts';

/** Two intents of 1 SOL at one wallet, and a transfer of the exact amount of the first, sent by hand. */
async function setUp() {
  const shop = await openShop();
  const { clock, stores } = shop.ports;
  await shop.addWallet('solana-devnet', 'wallet');
  const [first, second] = [await shop.openIntent('1 SOL'), await shop.openIntent('1 SOL')];
  const [target, other] = [await shop.targetOf(first, 'solana-devnet'), await shop.targetOf(second, 'solana-devnet')];
  const [{ amount } = { amount: cryptoAmount(0n) }] = target.amounts;
  const byHand = (tx: string, more: Partial<Transfer> = {}): Transfer =>
    sampleTransfer(tx, `${formatDecimal(amount)} SOL`, target, { firstSeenAtMs: clock.nowMs(), keys: [], ...more });
  const named = async (transfer: Transfer, change: (book: PaymentBook) => Partial<PaymentBook> = () => ({})) => {
    let ids: readonly string[] = [];
    await stores.main.transact(async (book) => {
      const matches = await matchTransfers(
        { ...book, ...change(book) },
        'solana-devnet',
        [transfer],
        shop.ports.wallets,
      );
      ids = matches.namedBy(transfer).map(({ id }) => id);
    });
    return ids;
  };
  const receive = (transfers: Transfer[]) => shop.receive('solana-devnet', transfers);
  const unmatched = async () =>
    (await shop.store.transfers.list({ unassigned: true, limit: 10 })).map(({ tx, reason }) => `${tx} ${reason}`);
  return { shop, clock, first, second, target, other, amount, byHand, named, receive, unmatched };
}

/** What is due of an intent of 0.12346 SOL is the exact amount of a cheaper one, which was issued by the version before. */
async function setSnare() {
  const shop = await openShop();
  const { clock } = shop.ports;
  await shop.addWallet('solana-devnet', 'wallet');
  const [victim, snare] = [await shop.openIntent('0.12346 SOL'), await shop.openIntent('0.12345 SOL')];
  await shop.targetOf(victim, 'solana-devnet');
  const price = parseDecimal('0.12346');
  const range = { due: parseDecimal('0.12345'), lowest: price, highest: price, step: price, round: parseDecimal('1') };
  const order = {
    asset: 'SOL',
    range,
    proposals: [price],
    assignedAtMs: clock.nowMs(),
    heldUntilMs: clock.nowMs() + 1,
  };
  const make = async () => ({
    address: 'wallet',
    reference: 'snare',
    matchedBy: 'reference' as const,
    requirement: { blocks: 1 },
    decimals: 9,
    assignedAtMs: clock.nowMs(),
  });
  const [target] = await shop.store.intents.assignTargets(snare.id, ['solana-devnet'], make, () => order);
  expect(target?.amounts).toMatchObject([{ amount: price }]);
  const sent = (tx: string) =>
    sampleTransfer(tx, '0.12346 SOL', target ?? expect.fail(), { firstSeenAtMs: clock.nowMs(), keys: [] });
  const receive = (transfers: Transfer[]) => shop.receive('solana-devnet', transfers);
  return { shop, clock, victim, snare, sent, receive };
}

const asked = () => Promise.reject(new Error('asked'));
const refuse = () => ({ matchAmounts: asked });
const refuseDues = () => ({ findOwedByOthers: asked });
const refuseShared = () => ({ listShared: asked });

describe('matchTransfers', () => {
  it('names an intent by its reference, its address or its exact amount', async () => {
    const { shop, first, second, other, byHand, named } = await setUp();
    expect(await named(byHand('t1'))).toEqual([first.id]);
    expect(await named(byHand('t1', { keys: [other.reference ?? ''] }))).toEqual([second.id]);
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const coin = await shop.openIntent('0.1 BTC');
    const { address } = await shop.targetOf(coin, 'bitcoin-regtest');
    const paid = sampleTransfer('t2', '5 BTC', { address, reference: undefined }, { firstSeenAtMs: 0 });
    await shop.ports.stores.main.transact(async (book) => {
      const { namedBy, ownerOf } = await matchTransfers(book, 'bitcoin-regtest', [paid], shop.ports.wallets);
      expect(namedBy(paid).map(({ id }) => id)).toEqual([coin.id]);
      expect(ownerOf(paid)).toBeUndefined();
    });
  });

  it('tells the transfers of one scan apart', async () => {
    const { shop, first, second, other, byHand } = await setUp();
    const [{ amount } = expect.fail()] = other.amounts;
    const both = [byHand('t1'), byHand('t1', { index: 1, amount })];
    await shop.ports.stores.main.transact(async (book) => {
      const { namedBy } = await matchTransfers(book, 'solana-devnet', both, shop.ports.wallets);
      expect(both.map((transfer) => namedBy(transfer).map(({ id }) => id))).toEqual([[first.id], [second.id]]);
    });
  });

  it.each<[string, (amount: Transfer['amount']) => Partial<Transfer>]>([
    ['one unit more', (amount) => ({ amount: add(amount, cryptoAmount(10n ** 9n)) })],
    ['one unit less', (amount) => ({ amount: add(amount, cryptoAmount(-(10n ** 9n))) })],
    ['what is due', () => ({ amount: parseDecimal('1') })],
    ['another asset', () => ({ asset: 'USDC', token: 'mint' })],
    ['an unknown token', () => ({ asset: undefined, token: 'mint' })],
    ['a failed transaction', () => ({ failed: true })],
    ['another address', () => ({ address: 'elsewhere' })],
    ['the exact amount at an unknown time', () => ({ isUndated: true })],
  ])('names no intent by %s', async (_, more) => {
    const { amount, byHand, named } = await setUp();
    expect(await named(byHand('t1', more(amount)))).toEqual([]);
  });

  it('names the merchant of a shared wallet where nothing names an intent', async () => {
    const { shop, byHand } = await setUp();
    const [strayed, foreign] = [byHand('t1', { amount: parseDecimal('7') }), byHand('t2', { address: 'elsewhere' })];
    await shop.ports.stores.main.transact(async (book) => {
      const { ownerOf } = await matchTransfers(book, 'solana-devnet', [strayed, foreign], shop.ports.wallets);
      expect(ownerOf(strayed)).toMatchObject({ merchantId: shop.tenant.merchantId, livemode: false });
      expect(ownerOf(foreign)).toBeUndefined();
    });
  });

  it('lets a known reference win over the amount, also one of another address', async () => {
    const { shop, second, other, byHand, named } = await setUp();
    expect(await named(byHand('t1', { keys: ['unknown', other.reference ?? ''] }))).toEqual([second.id]);
    const rival = await openShop({ ports: shop.ports, name: 'rival' });
    await rival.addWallet('solana-devnet', 'rival wallet');
    const { reference = '' } = await rival.targetOf(await rival.openIntent('1 SOL'), 'solana-devnet');
    expect(await named(byHand('t1', { keys: [reference] }))).toEqual([]);
    expect(await named(byHand('t1', { keys: ['unknown'] }))).toHaveLength(1);
  });

  it('counts from the second in which the amount was issued', async () => {
    const { clock, first, byHand, named } = await setUp();
    const secondMs = Math.floor(clock.nowMs() / 1_000) * 1_000;
    expect(await named(byHand('t1', { firstSeenAtMs: secondMs }))).toEqual([first.id]);
    expect(await named(byHand('t1', { firstSeenAtMs: secondMs - 1 }))).toEqual([]);
  });

  it('asks for amounts only where a transfer names nothing else', async () => {
    const { target, byHand, named } = await setUp();
    expect(await named(byHand('t1', { keys: [target.reference ?? ''] }), refuse)).toHaveLength(1);
    expect(await named(byHand('t1', { address: 'elsewhere' }), refuse)).toEqual([]);
    await expect(named(byHand('t1'), refuse)).rejects.toThrow('asked');
  });

  it.each<[string, Partial<Transfer>]>([
    ['of an unknown token', { asset: undefined, token: 'mint' }],
    ['of nothing', { amount: ZERO }],
    ['of a failed transaction', { failed: true }],
  ])('does not ask for the amount %s, which nobody was told to send', async (_, more) => {
    const { byHand, named } = await setUp();
    expect(await named(byHand('t1', more), refuse)).toEqual([]);
  });

  it('asks whose an address is only where a transfer names nobody', async () => {
    const { target, byHand, named } = await setUp();
    expect(await named(byHand('t1', { keys: [target.reference ?? ''] }), refuseShared)).toHaveLength(1);
    await expect(named(byHand('t1'), refuseShared)).rejects.toThrow('asked');
  });

  it('asks nothing where nothing arrived', async () => {
    const { shop, byHand } = await setUp();
    const match = (transfers: Transfer[], change: Partial<PaymentBook>, wallets: Pick<Wallets, 'listHolders'>) =>
      shop.ports.stores.main.transact(async (book) => {
        await matchTransfers({ ...book, ...change }, 'solana-devnet', transfers, wallets);
      });
    const nothing = { matchTargets: asked, listShared: asked, listResidents: asked, matchAmounts: asked };
    await match([], nothing, { listHolders: asked });
    const transfers = [byHand('t1', { keys: ['unknown'] })];
    for (const [call, refused] of Object.entries(nothing))
      await expect(match(transfers, { [call]: refused }, shop.ports.wallets)).rejects.toThrow('asked');
    await expect(match(transfers, {}, { listHolders: asked })).rejects.toThrow('asked');
  });
});

describe('a payment by hand', () => {
  it('of the exact amount succeeds, and its tail is no overpayment', async () => {
    const { shop, first, second, amount, byHand, receive } = await setUp();
    await receive([byHand('t1')]);
    const paid = await shop.find(first.id);
    expect(paid).toMatchObject({ status: 'succeeded', flags: [], payments: [{ tx: 't1', amount }] });
    expect(paid.payments[0]?.tail).toBe(add(amount, cryptoAmount(-(10n ** 18n))));
    expect(await shop.find(second.id)).toMatchObject({ status: 'requires_payment', payments: [] });
  });

  it('of another amount stays unmatched', async () => {
    const { shop, first, byHand, receive, unmatched } = await setUp();
    await receive([byHand('t1', { amount: parseDecimal('1') })]);
    expect(await unmatched()).toEqual(['t1 no_reference']);
    expect(await shop.find(first.id)).toMatchObject({ status: 'requires_payment', payments: [] });
  });

  it('from before the amount was issued stays unmatched, and is not credited when it becomes final', async () => {
    const { shop, clock, first, byHand, receive, unmatched } = await setUp();
    const early = byHand('t1', { firstSeenAtMs: clock.nowMs() - 2_000, blockHeight: undefined });
    await receive([early]);
    // Nodes may report a later time for the block.
    await receive([{ ...early, firstSeenAtMs: clock.nowMs(), blockHeight: 5 }]);
    expect(await unmatched()).toEqual(['t1 no_reference']);
    expect(await shop.find(first.id)).toMatchObject({ status: 'requires_payment', payments: [] });
  });

  it('of unknown age stays unmatched with a suggestion, unless it carries a reference', async () => {
    const { shop, clock, first, second, other, byHand, receive, unmatched } = await setUp();
    await receive([
      byHand('old', { isUndated: true }),
      byHand('new', { isUndated: true, keys: [other.reference ?? ''] }),
    ]);
    expect(await unmatched()).toEqual(['old no_reference']);
    expect(await shop.find(first.id)).toMatchObject({ status: 'requires_payment', payments: [] });
    expect(await shop.find(second.id)).toMatchObject({ status: 'succeeded', payments: [{ tx: 'new' }] });
    const listed = await shop.store.transfers.list({ unassigned: true, limit: 10 });
    const suggested = await shop.store.transfers.suggest(listed, clock.nowMs());
    expect(suggested.map(({ intentId }) => intentId)).toEqual([first.id]);
  });

  it('is followed from the first sight to the final block', async () => {
    const { shop, first, byHand, receive } = await setUp();
    await receive([byHand('t1', { blockHeight: undefined })]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'processing', payments: [{ state: 'seen' }] });
    await receive([byHand('t1')]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'succeeded', payments: [{ state: 'final' }] });
  });

  it('twice is an overpayment of what is due', async () => {
    const { shop, first, byHand, receive } = await setUp();
    await receive([byHand('t1'), byHand('t2')]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'succeeded', flags: ['overpaid'] });
  });

  it('of an earlier amount still counts after a part was paid', async () => {
    const { shop, first, target, byHand, receive } = await setUp();
    await shop.pay(first, '0.4 SOL', { tx: 'part', keys: [target.reference ?? ''] });
    const { amounts } = await shop.targetOf(first, 'solana-devnet');
    expect(amounts).toHaveLength(2);
    expect(amounts[1]?.amount).not.toBe(amounts[0]?.amount);
    await receive([byHand('t1', { amount: amounts[1]?.amount ?? parseDecimal('0.6') })]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'succeeded', flags: [] });
    await receive([byHand('t2')]);
    expect((await shop.find(first.id)).payments).toHaveLength(3);
  });
});

describe('a transfer of what another open intent owes', () => {
  it('pays nobody, and people see both intents', async () => {
    const { shop, clock, victim, snare, sent, receive } = await setSnare();
    await receive([sent('t1')]);
    for (const { id } of [victim, snare])
      expect(await shop.find(id)).toMatchObject({ status: 'requires_payment', payments: [], ambiguousTransfers: [] });
    const listed = await shop.store.transfers.list({ unassigned: true, limit: 10 });
    expect(listed).toMatchObject([{ tx: 't1', reason: 'no_reference', intentId: undefined }]);
    const suggested = await shop.store.transfers.suggest(listed, clock.nowMs());
    expect(suggested.map(({ intentId, amount }) => `${intentId} ${formatDecimal(amount)}`)).toEqual([
      `${snare.id} 0.12346`,
      `${victim.id} 0.12346`,
    ]);
  });

  it('still pays nobody when its block comes, although the other intent was paid in between', async () => {
    const { shop, victim, snare, sent, receive } = await setSnare();
    await receive([{ ...sent('t1'), blockHeight: undefined }]);
    await shop.pay(victim, '0.12346 SOL', { tx: 't2' });
    await receive([sent('t1')]);
    expect((await shop.find(victim.id)).status).toBe('succeeded');
    expect((await shop.find(snare.id)).payments).toEqual([]);
  });

  it('pays the intent of the exact amount once nobody else owes it', async () => {
    const { shop, victim, snare, sent, receive } = await setSnare();
    await shop.pay(victim, '0.12346 SOL', { tx: 't2' });
    await receive([sent('t1')]);
    expect(await shop.find(snare.id)).toMatchObject({ status: 'succeeded', payments: [{ tx: 't1' }] });
  });

  it('is not looked for where no exact amount is matched', async () => {
    const { clock, byHand, named } = await setUp();
    expect(await named(byHand('t1', { amount: parseDecimal('1') }), refuseDues)).toEqual([]);
    expect(await named(byHand('t1', { firstSeenAtMs: clock.nowMs() - 2_000 }), refuseDues)).toEqual([]);
    await expect(named(byHand('t1'), refuseDues)).rejects.toThrow('asked');
  });
});

describe('a snare', () => {
  it('never gets an exact amount that is a price: carts of 0.4996 SOL do not hold 0.5 SOL', async () => {
    const shop = await openShop();
    await shop.addWallet('solana-devnet', 'wallet');
    const held = [];
    for (let count = 0; count < 60; count += 1) {
      const cart = await shop.openIntent('0.4996 SOL');
      held.push(...(await shop.targetOf(cart, 'solana-devnet')).amounts.map(({ amount }) => formatDecimal(amount)));
    }
    expect(new Set(held).size).toBe(60);
    expect(held.filter((amount) => amount.length < '0.49961'.length)).toEqual([]);
  });
});
