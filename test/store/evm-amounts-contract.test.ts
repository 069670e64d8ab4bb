import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { formatDecimal, parseDecimal } from '../../src/domain/money/decimal.ts';
import { add, cryptoAmount, ZERO } from '../../src/domain/money/money.ts';
import { type EngineDatabase, engineDatabases } from './engine-databases.ts';
import { EvmShop, exactOn, FIRST, SECOND, targetOn } from './open-evm-shop.ts';

const DAY_MS = 86_400_000;
const ADDRESS = '0xabc';
/** A price with two tails on each network: the rate is for another asset, so a cent does not count. */
const CHEAP = ['0.00002 ETH', { exchange_rate: '1 SOL = $100' }] as const;

describe.each(engineDatabases())('exact amounts that alone name an intent, on $name', ({ open }) => {
  let opened: EngineDatabase;
  let shop: EvmShop;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    await opened.empty();
    shop = new EvmShop(opened, { kind: 'address', text: ADDRESS });
  });
  afterAll(() => opened.close());

  const reasons = async () =>
    (await shop.listUnmatched()).map(({ transfer }) => `${transfer.tx} ${transfer.network} ${transfer.reason}`);

  const received = async (intent: Intent) =>
    (await shop.find(intent)).payments.map(({ network, amount, tail }) => [
      network,
      formatDecimal(amount),
      tail > ZERO,
    ]);

  /** The first intent had the amount, and the second one has it now. */
  async function reuse() {
    const [old, other] = [await shop.open(...CHEAP), await shop.open(...CHEAP)];
    const amount = exactOn(old, FIRST);
    expect(exactOn(other, FIRST)).not.toBe(amount);
    const beforeMs = shop.clock.nowMs();
    shop.clock.advance(3 * DAY_MS);
    for (const network of [FIRST, SECOND] as const)
      await shop.scan(network, [], { scannedUntilMs: shop.clock.nowMs() });
    const [next, last] = [await shop.open(...CHEAP), await shop.open(...CHEAP)];
    const holder = [next, last].find((intent) => exactOn(intent, FIRST) === amount) ?? expect.fail();
    return { old, holder, amount, beforeMs };
  }

  /** What a chain reports whose balance grew. */
  const grown = (amount: string, address = ADDRESS, blockHeight = 7) => ({
    tx: `block ${blockHeight}`,
    index: 0,
    keys: [],
    address,
    asset: 'ETH',
    token: undefined,
    amount: parseDecimal(amount),
    blockHeight,
    failed: false,
    spends: [],
    firstSeenAtMs: shop.clock.nowMs(),
    isUnexplained: true,
  });

  it('are different on each network and for each intent, and credit theirs', async () => {
    const intents: Intent[] = [];
    for (let count = 0; count < 5; count += 1) intents.push(await shop.open('1 ETH'));
    const all = intents.flatMap((intent) => [exactOn(intent, FIRST), exactOn(intent, SECOND)]);
    expect(new Set(all).size).toBe(10);
    const [first, second] = intents as [Intent, Intent];
    await shop.send('tx-1', exactOn(first, FIRST), targetOn(first, FIRST));
    expect(await shop.find(first)).toMatchObject({ status: 'succeeded', flags: [] });
    expect(await received(second)).toEqual([]);
  });

  it('are shared with another network only when there are no others', async () => {
    const amounts = async () => {
      const intent = await shop.open(...CHEAP);
      return intent.targets.map(({ network, amounts: given }) => `${network} ${given.length}`);
    };
    expect(await amounts()).toEqual([`${FIRST} 1`, `${SECOND} 1`]);
    const [intent] = [await shop.open(...CHEAP)];
    expect(exactOn(intent, FIRST)).not.toBe(exactOn(intent, SECOND));
    expect(await amounts()).toEqual([]);
  });

  it('do not match a transfer that is one unit off', async () => {
    const intent = await shop.open('1 ETH');
    const target = targetOn(intent, FIRST);
    const [{ amount } = expect.fail()] = target.amounts;
    await shop.send('tx-less', '1 ETH', target, { amount: add(amount, cryptoAmount(-1n)) });
    await shop.send('tx-more', '1 ETH', target, { amount: add(amount, cryptoAmount(1n)) });
    await shop.send('tx-due', '1 ETH', target);
    expect(await received(intent)).toEqual([]);
    expect((await reasons()).toSorted()).toEqual([
      `tx-due ${FIRST} other_amount`,
      `tx-less ${FIRST} other_amount`,
      `tx-more ${FIRST} other_amount`,
    ]);
  });

  it('credit a transfer by its reference, whatever its amount', async () => {
    const intent = await shop.open('1 ETH');
    const target = targetOn(intent, FIRST);
    await shop.send('tx-1', '0.4 ETH', target, { keys: [target.address, target.reference ?? ''] });
    expect(await received(intent)).toEqual([[FIRST, '0.4', false]]);
  });

  it('follow the remainder, and the earlier one still matches', async () => {
    const intent = await shop.open('1 ETH');
    const before = exactOn(intent, FIRST);
    const target = targetOn(intent, FIRST);
    await shop.send('tx-part', '0.25 ETH', target, { keys: [target.address, target.reference ?? ''] });
    shop.clock.advance(1_000);
    const later = await shop.view(intent);
    expect(targetOn(later, FIRST).amounts).toHaveLength(2);
    expect(exactOn(later, FIRST).startsWith('0.75')).toBe(true);
    await shop.send('tx-full', before, target);
    expect(await received(intent)).toEqual([
      [FIRST, '0.25', false],
      [FIRST, before.replace(' ETH', ''), true],
    ]);
  });

  it('credit no payment in a block that is stamped before the amount was issued', async () => {
    const [intent, other] = [await shop.open('1 ETH'), await shop.open('1 ETH')];
    const nowMs = shop.clock.nowMs();
    await shop.send('tx-1', exactOn(intent, FIRST), targetOn(intent, FIRST), { firstSeenAtMs: nowMs });
    await shop.send('tx-2', exactOn(other, FIRST), targetOn(other, FIRST), { firstSeenAtMs: nowMs - 1_000 });
    expect([await received(intent), await received(other)].map(({ length }) => length)).toEqual([1, 0]);
    expect(await reasons()).toEqual([`tx-2 ${FIRST} other_amount`]);
  });

  describe('that are reused', () => {
    it('credit the open holder for a late payment that fits it', async () => {
      const { old, holder, amount } = await reuse();
      await shop.send('tx-late', amount, targetOn(old, FIRST));
      expect(await received(old)).toEqual([]);
      expect(await received(holder)).toHaveLength(1);
    });

    it.each([
      ['while nobody had it', (beforeMs: number) => beforeMs + 1_000],
      ['one second before it was reused', () => shop.clock.nowMs() - 1_000],
    ])('credit nobody for a payment in a block that is stamped %s', async (_, sentAt) => {
      const { old, holder, amount, beforeMs } = await reuse();
      await shop.send('tx-old', amount, targetOn(old, FIRST), { firstSeenAtMs: sentAt(beforeMs) });
      expect([await received(old), await received(holder)]).toEqual([[], []]);
      expect(await reasons()).toEqual([`tx-old ${FIRST} other_amount`]);
    });
  });

  describe('sent on another network of the family', () => {
    it('credit nobody, suggest their intent first, and are assigned without an overpayment', async () => {
      const [intent, other] = [await shop.open('1 ETH'), await shop.open('1 ETH')];
      await shop.send('tx-1', exactOn(intent, FIRST), targetOn(intent, SECOND));
      expect([await received(intent), await received(other)]).toEqual([[], []]);
      expect(await reasons()).toEqual([`tx-1 ${SECOND} other_amount`]);
      const [{ transfer, suggestions } = expect.fail()] = await shop.listUnmatched();
      expect(suggestions[0]).toMatchObject({ intentId: intent.id, network: FIRST, amount: transfer.amount });
      expect(suggestions.slice(1).map(({ network }) => network)).toEqual([SECOND]);
      expect(await shop.assign(transfer.id, intent)).toMatchObject({ status: 'succeeded', flags: [] });
      expect(await received(intent)).toMatchObject([[SECOND, formatDecimal(transfer.amount), true]]);
      expect(await shop.listUnmatched()).toEqual([]);
    });

    it('suggest an intent that is watched although it has expired, and none of another merchant', async () => {
      const intent = await shop.open('1 ETH');
      const neighbor = new EvmShop(opened, { kind: 'address', text: ADDRESS });
      const foreign = await neighbor.open('1 ETH');
      shop.clock.advance(10 * DAY_MS);
      for (const one of [intent, foreign]) await shop.send(one.id, exactOn(one, FIRST), targetOn(intent, SECOND));
      const found = new Map(
        (await shop.listUnmatched()).map(({ transfer, suggestions }) => [transfer.tx, suggestions]),
      );
      expect(found.get(intent.id)).toMatchObject([{ intentId: intent.id, network: FIRST }]);
      expect(found.get(foreign.id)).toEqual([]);
      shop.clock.advance(30 * DAY_MS);
      expect((await shop.listUnmatched()).flatMap(({ suggestions }) => suggestions)).toEqual([]);
    });

    it('are assigned to an intent without a target there', async () => {
      const token = await shop.open('5 USDC');
      const coin = await shop.open('1 ETH');
      expect(token.targets.map(({ network }) => network)).toEqual([FIRST]);
      await shop.send('tx-1', exactOn(token, FIRST), targetOn(coin, SECOND));
      const [{ transfer, suggestions } = expect.fail()] = await shop.listUnmatched();
      expect(suggestions).toMatchObject([{ intentId: token.id, network: FIRST }]);
      expect(await shop.assign(transfer.id, token)).toMatchObject({ status: 'succeeded', flags: [] });
    });
  });

  describe('next to a balance that grew without a transaction', () => {
    it('are not credited by it, and it is listed once and cannot be assigned', async () => {
      const intent = await shop.open('1 ETH');
      const amount = exactOn(intent, FIRST).replace(' ETH', '');
      for (let count = 0; count < 2; count += 1) await shop.scan(FIRST, [grown(amount)]);
      expect(await received(intent)).toEqual([]);
      expect(await reasons()).toEqual([`block 7 ${FIRST} unexplained`]);
      const [{ transfer, suggestions } = expect.fail()] = await shop.listUnmatched();
      expect(suggestions).toEqual([]);
      await expect(shop.assign(transfer.id, intent)).rejects.toMatchObject({ code: 'invalid_state' });
      expect(await received(intent)).toEqual([]);
    });

    it('list it again after a reorganization, in place of the one before', async () => {
      await shop.open('1 ETH');
      await shop.scan(FIRST, [grown('0.5')]);
      await shop.scan(FIRST, [grown('0.5', ADDRESS, 8)], { rolledBackTo: 6 });
      expect(await reasons()).toEqual([`block 8 ${FIRST} unexplained`]);
    });

    it('list it at a derived address for the merchant of its intent', async () => {
      shop = new EvmShop(opened, { kind: 'extended_key', text: 'xpub' });
      const intent = await shop.open('1 ETH');
      const { address } = targetOn(intent, FIRST);
      expect(targetOn(intent, SECOND).address).toBe(address);
      await shop.scan(FIRST, [grown('1', address)]);
      expect(await received(intent)).toEqual([]);
      expect(await reasons()).toEqual([`block 7 ${FIRST} unexplained`]);
    });
  });
});
