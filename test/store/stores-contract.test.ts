import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import { ZERO } from '../../src/domain/money/money.ts';
import type { PaymentTarget } from '../../src/domain/payments/payment-target.ts';
import type { Derivation, NewTarget } from '../../src/ports/intents.ts';
import type { Store, Tenant } from '../../src/ports/stores.ts';
import { sampleItem } from '../memory/sample-item.ts';
import { sampleTransfer } from '../memory/sample-transfer.ts';
import { type OpenStores, openableStores } from './open-stores.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newHash, newId } from './sample-rows.ts';

const ownAddress = (address: string): PaymentTarget => ({ address, reference: undefined, matchedBy: 'address' });

const noAmount = () => undefined;

const newTenant = (more: Partial<Tenant> = {}): Tenant => ({
  merchantId: newMerchantId(),
  dataStoreId: undefined,
  livemode: false,
  ...more,
});

/** When the targets of an intent are no longer watched. */
const endOf = ({ expiresAtMs }: Intent) => expiresAtMs + LIMITS.watchedDaysAfterExpiry * 86_400_000;

describe.each(openableStores())('stores in $name', ({ open }) => {
  let opened: OpenStores;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('keep the data of a tenant in its own database', async () => {
    const { stores } = opened;
    const main = newTenant();
    const own = { ...main, dataStoreId: await opened.addDataStore() };
    const other = { ...main, dataStoreId: await opened.addDataStore() };
    const intent = sampleIntent();
    await (await stores.of(own)).intents.insert(intent, undefined);
    expect((await (await stores.of(own)).intents.find(intent.id))?.id).toBe(intent.id);
    expect(await (await stores.of(main)).intents.find(intent.id)).toBeUndefined();
    expect(await (await stores.of(other)).intents.find(intent.id)).toBeUndefined();
  });

  it('answer for the main database at once, and reject a data store that is not known', async () => {
    const { stores } = opened;
    expect(stores.of(newTenant())).not.toBeInstanceOf(Promise);
    await expect(Promise.resolve(stores.of(newTenant({ dataStoreId: newId('ds') })))).rejects.toThrow();
    const unreachable = newTenant({ dataStoreId: await opened.addUnreachable() });
    await expect(Promise.resolve(stores.of(unreachable))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('know whether a merchant has intents or items, in either mode', async () => {
    const { stores } = opened;
    const dataStoreId = await opened.addDataStore();
    const [empty, test, live, own] = [newTenant(), newTenant(), newTenant({ livemode: true }), newTenant()];
    await (await stores.of(test)).intents.insert(sampleIntent(), undefined);
    const item = sampleItem('a', '1 EUR');
    await (await stores.of(live)).items.insert(item, 0);
    await (await stores.of({ ...own, dataStoreId })).items.insert(item, 0);
    const has = ({ merchantId }: Tenant, id?: Tenant['dataStoreId']) => stores.hasData(merchantId, id);
    expect([await has(empty), await has(test), await has(live), await has(own)]).toEqual([false, true, true, false]);
    expect(await has(own, dataStoreId)).toBe(true);
  });

  it('run work on every database, and throw what failed at the end', async () => {
    const fresh = await open();
    const { stores } = fresh;
    await fresh.addDataStore();
    let ran = 0;
    await stores.forEachDatabase(async () => void (ran += 1));
    expect(ran).toBe(2);
    await fresh.addUnreachable();
    const failing = stores.forEachDatabase(async () => void (ran += 1));
    await expect(failing).rejects.toBeInstanceOf(AggregateError);
    expect(ran).toBe(4);
    await fresh.close();
  });

  it('give the watcher the same database as the tenant', async () => {
    const tenant = newTenant({ dataStoreId: await opened.addDataStore() });
    const intent = sampleIntent();
    await (await opened.stores.of(tenant)).intents.insert(intent, undefined);
    const database = await opened.stores.databaseOf(tenant);
    await database.transact(async (book) => {
      const { merchantId, livemode } = tenant;
      const found = await book.changeIntent({ merchantId, livemode, id: intent.id }, 0, () => undefined);
      expect(found?.id).toBe(intent.id);
    });
  });

  it('delete idempotency keys up to a time in every database that answers', async () => {
    const { stores } = opened;
    const [main, own] = [newTenant(), newTenant({ dataStoreId: await opened.addDataStore() })];
    await opened.addUnreachable();
    const insert = async (tenant: Tenant, key: string, createdAtMs: number) =>
      (await stores.of(tenant)).intents.insert(sampleIntent({ createdAtMs }), { key, answer: key });
    await insert(main, 'old', 1_000);
    await insert(main, 'new', 1_001);
    await insert(own, 'old', 999);
    expect(await stores.deleteIdempotencyKeys(1_000)).toBe(2);
    expect(await stores.deleteIdempotencyKeys(1_000)).toBe(0);
    expect(await insert(main, 'old', 2_000)).toEqual({ kind: 'created' });
    expect(await insert(main, 'new', 2_000)).toMatchObject({ kind: 'replayed', answer: 'new' });
  });

  it('let an idempotency key be used again after seven days, to the millisecond', async () => {
    const { intents } = await opened.stores.of(newTenant());
    const insert = (createdAtMs: number, answer: string) =>
      intents.insert(sampleIntent({ createdAtMs }), { key: 'one', answer });
    await insert(1_000, 'first');
    const endMs = 1_000 + LIMITS.idempotencyKeyKeptMs;
    expect(await insert(endMs - 1, 'second')).toMatchObject({ kind: 'replayed', answer: 'first' });
    expect(await insert(endMs, 'third')).toEqual({ kind: 'created' });
    expect(await insert(endMs + 1, 'fourth')).toMatchObject({ kind: 'replayed', answer: 'third' });
  });

  async function assign(tenant: Tenant, network: string, target: Partial<NewTarget>): Promise<Intent> {
    const store = await opened.stores.of(tenant);
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    const matchedBy = target.reference === undefined ? 'address' : 'reference';
    const made = { address: newHash(), reference: undefined, requirement: { blocks: 1 }, decimals: 8, assignedAtMs: 0 };
    const make = async () => ({ ...made, matchedBy, ...target }) as const;
    await store.intents.assignTargets(intent.id, [network], make, () => undefined);
    return intent;
  }

  it('know whether payments may still arrive on targets of a wallet', async () => {
    const { stores } = opened;
    const tenant = newTenant();
    const [address, fingerprint] = [newHash(), newHash()];
    const first = await assign(tenant, 'solana-devnet', { address, reference: newHash() });
    const second = await assign(tenant, 'bitcoin-regtest', { derived: { wallet: fingerprint, index: 0 } });
    const plain = { networks: ['solana', 'solana-devnet'], address, fingerprint: newHash() };
    const derived = { networks: ['bitcoin-regtest'], address: undefined, fingerprint };
    for (const [targets, endMs] of [
      [plain, endOf(first)],
      [derived, endOf(second)],
    ] as const) {
      expect(await stores.awaitsMoney(tenant, targets, endMs - 1)).toBe(true);
      expect(await stores.awaitsMoney(tenant, targets, endMs)).toBe(false);
      expect(await stores.awaitsMoney(newTenant(), targets, 0)).toBe(false);
      expect(await stores.awaitsMoney({ ...tenant, livemode: true }, targets, 0)).toBe(false);
      expect(await stores.awaitsMoney(tenant, { ...targets, networks: ['solana'] }, 0)).toBe(false);
    }
    expect(await stores.awaitsMoney(tenant, { ...plain, address: newHash() }, 0)).toBe(false);
    expect(await stores.awaitsMoney(tenant, { ...derived, fingerprint: newHash() }, 0)).toBe(false);
  });

  describe('list the addresses issued from an extended key', () => {
    let tenant: Tenant;
    let wallet: string;
    let store: Store;
    beforeEach(async () => {
      tenant = newTenant();
      wallet = newHash();
      store = await opened.stores.of(tenant);
    });

    async function issue(index: number, from = wallet) {
      const intent = sampleIntent();
      await store.intents.insert(intent, undefined);
      const address = `${from}/${index}`;
      const made = { ...ownAddress(address), requirement: { blocks: 1 }, decimals: 8, assignedAtMs: 0 };
      const target: NewTarget = { ...made, derived: { wallet: from, index } };
      await store.intents.assignTargets(intent.id, ['bitcoin-regtest'], async () => target, noAmount);
      return intent;
    }

    it('the highest index first, with whether money arrived', async () => {
      const [first, second] = [await issue(0), await issue(1)];
      await issue(2);
      await issue(9, newHash());
      const database = await opened.stores.databaseOf(tenant);
      const { merchantId, livemode } = tenant;
      const payment = {
        network: 'bitcoin-regtest',
        index: 0,
        blockHeight: 5,
        confirmations: 1,
        requirement: { blocks: 1 },
        asset: 'BTC',
        amount: parseDecimal('1'),
        tail: ZERO,
        spends: [],
        firstSeenAtMs: 0,
        reorged: false,
        missingSinceMs: undefined,
        voidReason: undefined,
      };
      const pay = (id: typeof first.id, tx: string, state: 'void' | 'seen') =>
        store.intents.change(id, 0, (intent) => ({
          intent: { ...intent, payments: [...intent.payments, { ...payment, tx, state }] },
          events: [],
        }));
      await pay(first.id, `lost ${wallet}`, 'void');
      const list = async (limit: number) =>
        (await opened.stores.listIssuedAddresses(tenant, wallet, limit)).map(({ index, used }) => `${index} ${used}`);
      expect(await list(10)).toEqual(['2 false', '1 false', '0 false']);
      await pay(first.id, `seen ${wallet}`, 'seen');
      const target = { address: `${wallet}/1`, reference: undefined };
      const transfer = sampleTransfer('dust', '0.1 BTC', target, { firstSeenAtMs: 0 });
      const row = { id: newId('tr'), merchantId, livemode, intentId: second.id, transfer, reason: 'dust' as const };
      await database.transact((book) => book.recordUnmatched('bitcoin-regtest', [row], 0));
      expect(await list(2)).toEqual(['2 false', '1 true']);
      expect(await list(10)).toEqual(['2 false', '1 true', '0 true']);
      expect(await opened.stores.listIssuedAddresses({ ...tenant, livemode: true }, wallet, 10)).toEqual([]);
    });

    it('once for all networks that share an index, used if money arrived on one of them', async () => {
      const networks = ['base', 'ethereum', 'polygon'];
      const issueOnAll = async (index: number) => {
        const intent = sampleIntent();
        await store.intents.insert(intent, undefined);
        const others: unknown[] = [];
        const make = async (_: string, __ = 0, known: readonly Derivation[] = []): Promise<NewTarget> => {
          others.push(known.map((one) => one.index));
          const made = { requirement: { blocks: 1 }, decimals: 6, assignedAtMs: 0, derived: { wallet, index } };
          return { ...ownAddress(`${wallet}/${index}`), ...made };
        };
        await store.intents.assignTargets(intent.id, networks.slice(0, 2), make, undefined);
        await store.intents.assignTargets(intent.id, networks, make, noAmount);
        expect(others).toEqual([[], [index], [index, index]]);
        return intent;
      };
      await issueOnAll(0);
      const paid = await issueOnAll(1);
      await issueOnAll(2);
      const { merchantId, livemode } = tenant;
      const target = { address: `${wallet}/1`, reference: undefined };
      const transfer = sampleTransfer(`dust of ${wallet}`, '0.1 USDC', target, { firstSeenAtMs: 0 });
      const row = { id: newId('tr'), merchantId, livemode, intentId: paid.id, transfer, reason: 'dust' as const };
      const database = await opened.stores.databaseOf(tenant);
      await database.transact((book) => book.recordUnmatched('ethereum', [row], 0));
      const list = async (limit: number) =>
        (await opened.stores.listIssuedAddresses(tenant, wallet, limit)).map(({ index, used }) => `${index} ${used}`);
      expect(await list(10)).toEqual(['2 false', '1 true', '0 false']);
      expect(await list(2)).toEqual(['2 false', '1 true']);
    });

    it.each([
      ['alone', noAmount],
      ['together with others', undefined],
    ])('and skip an index that was issued before, as after an older backup: %s', async (_, orderAmount) => {
      for (const index of [0, 1, 2]) await issue(index);
      const intent = sampleIntent();
      await store.intents.insert(intent, undefined);
      const asked: number[] = [];
      const make = async (__: string, indexMin = 0): Promise<NewTarget> => {
        asked.push(indexMin);
        const derived = { wallet, index: indexMin };
        const address = ownAddress(`${wallet}/${indexMin}`);
        return { ...address, requirement: { blocks: 1 }, decimals: 8, assignedAtMs: 0, derived };
      };
      const [target] = await store.intents.assignTargets(intent.id, ['bitcoin-regtest'], make, orderAmount);
      expect(asked.filter((index, at) => index !== asked[at - 1])).toEqual([0, 3]);
      expect(target?.address).toBe(`${wallet}/3`);
    });
  });
});
