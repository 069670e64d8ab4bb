import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { insertAccount, NOW_MS, newHash, newId, sampleAccount, sampleAudit } from './sample-rows.ts';

describe.each(controlPlanes())('merchants in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(() => opened.empty());
  afterAll(() => opened.close());

  it('inserts merchant, owner and key with one audit entry', async () => {
    const { merchants, users, keys } = opened.control;
    const { merchant, owner, key } = sampleAccount();
    const audit = sampleAudit('merchant.created', { merchantId: merchant.id, details: { a: 1, none: undefined } });
    expect(await merchants.insert({ merchant, owner, key }, audit)).toBe(true);
    expect(await merchants.find(merchant.id)).toEqual(merchant);
    expect(await users.findByEmail(owner.email)).toEqual({ user: owner, merchant });
    expect(await keys.find(key.id)).toEqual(key);
    expect(await opened.readAudit()).toEqual([{ ...audit, details: { a: 1 } }]);
  });

  it('starts in its data store, without a pause, whatever it is given', async () => {
    const dataStoreId = newId('ds');
    const dataStore = { id: dataStoreId, name: 'Other', sealedUrl: 'sealed', createdAtMs: NOW_MS, isOpen: true };
    await opened.control.dataStores.insert(dataStore, sampleAudit('data_store.added'));
    const account = await insertAccount(opened.control, { merchant: { dataStoreId, pausedUntilMs: 1 } });
    expect(await opened.control.merchants.find(account.merchant.id)).toMatchObject({
      dataStoreId,
      pausedUntilMs: undefined,
    });
  });

  it('counts them by data store', async () => {
    const { merchants, dataStores } = opened.control;
    expect(await merchants.countByStore()).toEqual(new Map());
    const dataStoreId = newId('ds');
    const dataStore = { id: dataStoreId, name: 'Other', sealedUrl: 'sealed', createdAtMs: NOW_MS, isOpen: true };
    await dataStores.insert(dataStore, sampleAudit('data_store.added'));
    for (const id of [undefined, dataStoreId, dataStoreId]) {
      await insertAccount(opened.control, { merchant: { dataStoreId: id } });
    }
    expect(await merchants.countByStore()).toEqual(
      new Map([
        [undefined, 1],
        [dataStoreId, 2],
      ]),
    );
  });

  it('rejects an email address that is taken in another case, and writes nothing', async () => {
    const { merchants, users } = opened.control;
    await insertAccount(opened.control, { owner: { email: 'ada@example.com' } });
    const second = sampleAccount({ owner: { email: 'ADA@example.com' } });
    expect(await merchants.insert(second, sampleAudit('merchant.created'))).toBe(false);
    expect(await merchants.find(second.merchant.id)).toBeUndefined();
    expect((await users.findByEmail('ada@example.com'))?.user.email).toBe('ada@example.com');
    expect(await opened.readAudit()).toHaveLength(1);
  });

  it('inserts one of many with the same email address', async () => {
    const { merchants } = opened.control;
    const inserted = await Promise.all(
      Array.from({ length: 8 }, () =>
        merchants.insert(sampleAccount({ owner: { email: 'one@example.com' } }), sampleAudit('merchant.created')),
      ),
    );
    expect(inserted.filter(Boolean)).toHaveLength(1);
    expect(await merchants.list()).toHaveLength(1);
  });

  it('accepts the open setup link once, and no other', async () => {
    const { merchants, users } = opened.control;
    const [open1, other] = [newHash(), newHash()];
    await users.offerSetUpLink(open1, NOW_MS);
    const wrong = merchants.insert(sampleAccount(), sampleAudit('merchant.created'), other);
    await expect(wrong).rejects.toMatchObject({ code: 'setup_link_invalid' });
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => merchants.insert(sampleAccount(), sampleAudit('merchant.created'), open1)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'setup_link_invalid' });
    }
    expect(await merchants.list()).toHaveLength(1);
    expect(await opened.readAudit()).toHaveLength(1);
  });

  it('keeps the setup link open when the account cannot be inserted', async () => {
    const { merchants, users } = opened.control;
    const [link, account] = [newHash(), sampleAccount()];
    await users.offerSetUpLink(link, NOW_MS);
    const key = { ...account.key, merchantId: newId('mer') };
    await expect(merchants.insert({ ...account, key }, sampleAudit('merchant.created'), link)).rejects.toThrow();
    expect(await users.isSetUpLink(link)).toBe(true);
  });

  it('ends the setup link with the first account, even if the account was created without it', async () => {
    const { users } = opened.control;
    const link = newHash();
    await users.offerSetUpLink(link, NOW_MS);
    await insertAccount(opened.control);
    expect(await users.isSetUpLink(link)).toBe(false);
  });

  it('lists merchants by id', async () => {
    const accounts = [await insertAccount(opened.control), await insertAccount(opened.control)];
    const ids = (await opened.control.merchants.list()).map(({ id }) => id);
    expect(ids).toEqual(accounts.map(({ merchant }) => merchant.id));
    expect(await opened.control.merchants.find(newId('mer'))).toBeUndefined();
  });

  it('pauses a merchant, and ends the pause when the data store is set', async () => {
    const { merchants, dataStores } = opened.control;
    const { id } = (await insertAccount(opened.control)).merchant;
    const dataStore = { id: newId('ds'), name: 'Other', sealedUrl: 'sealed', createdAtMs: NOW_MS, isOpen: false };
    await dataStores.insert(dataStore, sampleAudit('data_store.added'));
    await merchants.pause(id, NOW_MS + 1);
    expect((await merchants.find(id))?.pausedUntilMs).toBe(NOW_MS + 1);
    await merchants.setDataStore(id, dataStore.id, sampleAudit('merchant.store_set'));
    expect(await merchants.find(id)).toMatchObject({ dataStoreId: dataStore.id, pausedUntilMs: undefined });
    await merchants.pause(id, NOW_MS + 2);
    await merchants.pause(id, undefined);
    await merchants.setDataStore(id, undefined, sampleAudit('merchant.store_set'));
    expect(await merchants.find(id)).toMatchObject({ dataStoreId: undefined, pausedUntilMs: undefined });
    expect((await opened.readAudit()).map(({ action }) => action).slice(-2)).toEqual([
      'merchant.store_set',
      'merchant.store_set',
    ]);
  });

  it('refuses a data store that does not exist, and writes nothing', async () => {
    const { merchants } = opened.control;
    const { id } = (await insertAccount(opened.control)).merchant;
    await expect(merchants.setDataStore(id, newId('ds'), sampleAudit('merchant.store_set'))).rejects.toThrow();
    expect((await merchants.find(id))?.dataStoreId).toBeUndefined();
    expect(await opened.readAudit()).toHaveLength(1);
  });
});
