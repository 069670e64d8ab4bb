import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MerchantId } from '../../src/domain/ids.ts';
import type { StoredWallet, WalletRelease } from '../../src/ports/wallets.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { insertAccount, NOW_MS, newHash, newId, sampleAudit } from './sample-rows.ts';

const DAY_MS = 86_400_000;

const releaseOf = ({ id }: StoredWallet, more: Partial<WalletRelease> = {}): WalletRelease => ({
  id,
  removedByMs: undefined,
  atMs: NOW_MS + 10,
  audit: sampleAudit('wallet.released', { subject: id }),
  ...more,
});

describe.each(controlPlanes())('wallets in $name', ({ open }) => {
  let opened: OpenControlPlane;
  let merchantId: MerchantId;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    merchantId = (await insertAccount(opened.control)).merchant.id;
  });
  afterAll(() => opened.close());

  const sample = (more: Partial<StoredWallet> = {}): StoredWallet => ({
    id: newId('wal'),
    merchantId,
    livemode: false,
    network: 'bitcoin',
    kind: 'extended_key',
    sealedText: 'sealed',
    fingerprint: newHash(),
    nextIndex: 0,
    createdAtMs: NOW_MS,
    effectiveAtMs: NOW_MS,
    removedAtMs: undefined,
    releasedAtMs: undefined,
    ...more,
  });

  const insert = async (more: Partial<StoredWallet> = {}): Promise<StoredWallet> => {
    const stored = await opened.control.wallets.insert(sample(more), sampleAudit('wallet.changed'));
    return stored ?? expect.fail('another merchant has the wallet');
  };

  const holderOf = ({ fingerprint }: StoredWallet, id = merchantId) => [
    { fingerprint, merchantId: id, livemode: false },
  ];

  const remove = ({ id }: StoredWallet, atMs: number, livemode = false) =>
    opened.control.wallets.remove(id, merchantId, livemode, atMs, sampleAudit('wallet.removed', { subject: id }));

  const list = () => opened.control.wallets.list(merchantId, false);

  /** When each wallet is removed, in the order in which they were added. */
  const ends = async () => (await list()).map(({ removedAtMs }) => removedAtMs && removedAtMs - NOW_MS);

  it('returns a wallet as stored, and writes the time from which it is used into the audit entry', async () => {
    const wallet = sample({ effectiveAtMs: NOW_MS + DAY_MS, nextIndex: 7 });
    const audit = sampleAudit('wallet.changed', { subject: 'replaced', details: { network: 'bitcoin' } });
    expect(await opened.control.wallets.insert(wallet, audit)).toEqual(wallet);
    expect(await list()).toEqual([wallet]);
    expect(await opened.control.wallets.list(merchantId, true)).toEqual([]);
    const details = { network: 'bitcoin', effective_at: new Date(NOW_MS + DAY_MS).toISOString() };
    expect((await opened.readAudit()).at(-1)).toEqual({ ...audit, subject: wallet.id, details });
  });

  it('lists by network, then by id', async () => {
    const [second, third] = [await insert({ network: 'bitcoin' }), await insert({ network: 'solana' })];
    const fourth = await insert({ network: 'solana' });
    const first = await insert({ network: 'apex' });
    expect((await list()).map(({ id }) => id)).toEqual([first.id, second.id, third.id, fourth.id]);
  });

  it('replaces the previous wallet of the network, merchant and mode at once or from its time on', async () => {
    await insert();
    await insert({ createdAtMs: NOW_MS + 10, effectiveAtMs: NOW_MS + 10 });
    await insert({ createdAtMs: NOW_MS + 20, effectiveAtMs: NOW_MS + DAY_MS });
    const elsewhere = await insert({ network: 'litecoin', createdAtMs: NOW_MS + 20, effectiveAtMs: NOW_MS + 20 });
    const live = await insert({ livemode: true });
    expect(await ends()).toEqual([10, DAY_MS, undefined, undefined]);
    expect(elsewhere.removedAtMs).toBeUndefined();
    expect(await opened.control.wallets.list(merchantId, true)).toEqual([live]);
  });

  it('replaces a pending wallet that has not taken over', async () => {
    await insert();
    await insert({ effectiveAtMs: NOW_MS + DAY_MS });
    await insert({ createdAtMs: NOW_MS + 10, effectiveAtMs: NOW_MS + 2 * DAY_MS });
    expect(await ends()).toEqual([DAY_MS, 2 * DAY_MS, undefined]);
    await insert({ createdAtMs: NOW_MS + 20, effectiveAtMs: NOW_MS + 20 });
    expect(await ends()).toEqual([20, 20, 20, undefined]);
  });

  it('keeps id and time of a wallet that is active or pending when it is added again', async () => {
    const pending = await insert({ effectiveAtMs: NOW_MS + DAY_MS, nextIndex: 3 });
    const { fingerprint } = pending;
    const later = { fingerprint, createdAtMs: NOW_MS + 10, effectiveAtMs: NOW_MS + 2 * DAY_MS };
    expect(await insert({ ...later, nextIndex: 2 })).toEqual(pending);
    const sooner = await insert({ fingerprint, createdAtMs: NOW_MS + 10, effectiveAtMs: NOW_MS + 10, nextIndex: 9 });
    expect(sooner).toEqual({ ...pending, effectiveAtMs: NOW_MS + 10, nextIndex: 9 });
    expect(await list()).toHaveLength(1);
  });

  it('starts a removed wallet again under its id, and never lowers its index', async () => {
    const first = await insert({ nextIndex: 5 });
    await remove(first, NOW_MS + 10);
    const { fingerprint, id } = first;
    const again = { fingerprint, createdAtMs: NOW_MS + 10, effectiveAtMs: NOW_MS + DAY_MS };
    expect(await insert({ ...again, nextIndex: 0, sealedText: 'other' })).toEqual({ ...first, ...again, id });
  });

  it('keeps the time of a wallet whose replacement has not taken over when it is added again', async () => {
    const first = await insert();
    const second = await insert({ effectiveAtMs: NOW_MS + DAY_MS });
    const { fingerprint } = first;
    const again = await insert({ fingerprint, createdAtMs: NOW_MS + 10, effectiveAtMs: NOW_MS + 10 });
    expect(again).toEqual(first);
    expect((await list()).find(({ id }) => id === second.id)?.removedAtMs).toBe(NOW_MS + 10);
  });

  it('refuses the wallet of another merchant or mode, and writes nothing', async () => {
    const { wallets } = opened.control;
    const wallet = await insert();
    const { merchant: other } = await insertAccount(opened.control);
    const before = await opened.readAudit();
    const { fingerprint } = wallet;
    for (const taken of [sample({ fingerprint, merchantId: other.id }), sample({ fingerprint, livemode: true })]) {
      expect(await wallets.insert(taken, sampleAudit('wallet.changed'))).toBeUndefined();
    }
    expect(await list()).toEqual([wallet]);
    expect(await wallets.list(other.id, false)).toEqual([]);
    expect(await opened.readAudit()).toEqual(before);
    expect(await insert({ fingerprint, network: 'litecoin' })).toBeDefined();
  });

  it('lets one of two merchants who add the same wallet together have it', async () => {
    const { merchant: other } = await insertAccount(opened.control);
    const fingerprint = newHash();
    const results = await Promise.all(
      [merchantId, other.id].map((id) =>
        opened.control.wallets.insert(sample({ fingerprint, merchantId: id }), sampleAudit('wallet.changed')),
      ),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it('removes a wallet once, and only for its merchant and mode', async () => {
    const wallet = await insert();
    const { merchant: other } = await insertAccount(opened.control);
    const { wallets } = opened.control;
    expect(await wallets.remove(wallet.id, other.id, false, NOW_MS, sampleAudit('wallet.removed'))).toBe(false);
    expect(await remove(wallet, NOW_MS, true)).toBe(false);
    const before = await opened.readAudit();
    expect(await remove(wallet, NOW_MS + 5)).toBe(true);
    expect(await remove(wallet, NOW_MS + 5)).toBe(false);
    expect(await ends()).toEqual([5]);
    expect(await opened.readAudit()).toEqual([...before, sampleAudit('wallet.removed', { subject: wallet.id })]);
  });

  it('leaves the previous wallet active when its pending replacement is removed', async () => {
    await insert();
    const pending = await insert({ effectiveAtMs: NOW_MS + DAY_MS });
    expect(await remove(pending, NOW_MS + DAY_MS - 1)).toBe(true);
    expect(await ends()).toEqual([undefined, DAY_MS - 1]);
  });

  it('removes the replacement alone once it has taken over', async () => {
    await insert();
    const second = await insert({ effectiveAtMs: NOW_MS + DAY_MS });
    expect(await remove(second, NOW_MS + DAY_MS)).toBe(true);
    expect(await ends()).toEqual([DAY_MS, DAY_MS]);
  });

  it('extends the previous wallet to the end of a removed pending one', async () => {
    await insert();
    const second = await insert({ effectiveAtMs: NOW_MS + DAY_MS });
    await insert({ createdAtMs: NOW_MS + 1, effectiveAtMs: NOW_MS + 2 * DAY_MS });
    await remove(second, NOW_MS + 2);
    expect(await ends()).toEqual([2 * DAY_MS, 2, undefined]);
  });

  it('finds who holds a wallet, also after its removal', async () => {
    const { wallets } = opened.control;
    const wallet = await insert();
    const { fingerprint } = wallet;
    expect(await wallets.findHolder('bitcoin', fingerprint)).toEqual(wallet);
    await remove(wallet, NOW_MS + 5);
    expect(await wallets.findHolder('bitcoin', fingerprint)).toEqual({ ...wallet, removedAtMs: NOW_MS + 5 });
    expect(await wallets.findHolder('litecoin', fingerprint)).toBeUndefined();
    expect(await wallets.findHolder('bitcoin', newHash())).toBeUndefined();
  });

  it('lists who holds wallets, or held them last', async () => {
    const { wallets } = opened.control;
    const [held, released, moved] = [await insert(), await insert(), await insert()];
    const { merchant: other } = await insertAccount(opened.control);
    await wallets.release(releaseOf(released));
    const next = sample({ fingerprint: moved.fingerprint, merchantId: other.id });
    await wallets.insert(next, sampleAudit('wallet.changed'), releaseOf(moved));
    const holders = async () => {
      const wanted = [held, released, moved].map(({ fingerprint }) => fingerprint);
      const found = await wallets.listHolders('bitcoin', [...wanted, newHash()]);
      return wanted.map((wallet) => found.filter(({ fingerprint }) => fingerprint === wallet));
    };
    expect(await holders()).toEqual([holderOf(held), holderOf(released), holderOf(moved, other.id)]);
    expect(await wallets.listHolders('litecoin', [held.fingerprint, released.fingerprint])).toEqual([]);
    await wallets.release(releaseOf(next, { atMs: NOW_MS + 20 }));
    expect(await holders()).toEqual([holderOf(held), holderOf(released), holderOf(moved, other.id)]);
    await insert({ fingerprint: moved.fingerprint, createdAtMs: NOW_MS + 30, effectiveAtMs: NOW_MS + 30 });
    expect(await holders()).toEqual([holderOf(held), holderOf(released), holderOf(moved)]);
  });

  it('gives a wallet to another merchant in one step, and continues after its indexes', async () => {
    const { wallets } = opened.control;
    const wallet = await insert({ nextIndex: 7 });
    const { merchant: other } = await insertAccount(opened.control);
    const { fingerprint } = wallet;
    const before = await opened.readAudit();
    const next = sample({ fingerprint, merchantId: other.id, createdAtMs: NOW_MS + 10, effectiveAtMs: NOW_MS + 10 });
    const audit = sampleAudit('wallet.changed');
    expect(await wallets.insert(next, audit, releaseOf(wallet))).toEqual({ ...next, nextIndex: 7 });
    expect(await wallets.findHolder('bitcoin', fingerprint)).toMatchObject({ id: next.id, merchantId: other.id });
    expect(await list()).toMatchObject([{ id: wallet.id, removedAtMs: NOW_MS + 10, releasedAtMs: NOW_MS + 10 }]);
    const written = (await opened.readAudit()).slice(before.length);
    expect(written.map(({ action, subject }) => [action, subject])).toEqual([
      ['wallet.released', wallet.id],
      ['wallet.changed', next.id],
    ]);
    // It belongs to the other merchant now, so the first one cannot simply add it again.
    expect(await wallets.insert(sample({ fingerprint }), audit)).toBeUndefined();
    const back = releaseOf(next, { atMs: NOW_MS + 20 });
    const again = sample({ fingerprint, createdAtMs: NOW_MS + 20, effectiveAtMs: NOW_MS + 20 });
    expect(await wallets.insert(again, audit, back)).toMatchObject({ id: again.id, nextIndex: 7 });
  });

  it('releases a wallet once, and only if it was removed in time where that is asked', async () => {
    const { wallets } = opened.control;
    const wallet = await insert();
    const inTime = { removedByMs: NOW_MS + 5 };
    expect(await wallets.release(releaseOf(wallet, inTime))).toBe(false);
    await remove(wallet, NOW_MS + 6);
    expect(await wallets.release(releaseOf(wallet, inTime))).toBe(false);
    expect(await wallets.release(releaseOf(wallet, { removedByMs: NOW_MS + 6 }))).toBe(true);
    expect(await wallets.release(releaseOf(wallet))).toBe(false);
    expect(await list()).toMatchObject([{ removedAtMs: NOW_MS + 6, releasedAtMs: NOW_MS + 10 }]);
    expect(await wallets.findHolder('bitcoin', wallet.fingerprint)).toBeUndefined();
  });

  it('keeps the previous wallet active when its pending replacement is released', async () => {
    await insert();
    const pending = await insert({ effectiveAtMs: NOW_MS + DAY_MS });
    expect(await opened.control.wallets.release(releaseOf(pending))).toBe(true);
    expect(await ends()).toEqual([undefined, 10]);
  });

  it('changes nothing when a wallet that was released meanwhile should be taken over', async () => {
    const { wallets } = opened.control;
    const wallet = await insert();
    await wallets.release(releaseOf(wallet));
    const before = await opened.readAudit();
    const next = sample({ merchantId: (await insertAccount(opened.control)).merchant.id });
    expect(await wallets.insert(next, sampleAudit('wallet.changed'), releaseOf(wallet))).toBeUndefined();
    expect((await opened.readAudit()).slice(before.length)).toMatchObject([{ action: 'merchant.created' }]);
  });

  it('issues each index once, also to many at a time, and at least the given one', async () => {
    const { wallets } = opened.control;
    const { id } = await insert({ nextIndex: 3 });
    const taken = await Promise.all(Array.from({ length: 10 }, () => wallets.takeIndex(id, 0)));
    expect(taken.toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await wallets.takeIndex(id, 20)).toBe(20);
    expect(await wallets.takeIndex(id, 5)).toBe(21);
    expect((await list())[0]?.nextIndex).toBe(22);
    await expect(wallets.takeIndex(newId('wal'), 0)).rejects.toThrow();
  });
});
