import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ControlCell, keyCell, walletCell } from '../../src/domain/secrets/sealed-cell.ts';
import type { SealedValue } from '../../src/ports/sealed-values.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { insertAccount, NOW_MS, newHash, newId, sampleAudit, sampleKey } from './sample-rows.ts';

describe.each(controlPlanes())('sealed values in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(() => opened.empty());
  afterAll(() => opened.close());

  /** Two test keys, a live one without a sealed value, a data store and a wallet. */
  async function insertValues(): Promise<SealedValue<ControlCell>[]> {
    const { control } = opened;
    const { merchant, key: first } = await insertAccount(control);
    const second = sampleKey(merchant.id, { sealedPrivateKey: 'second' });
    await control.keys.insert(second, sampleAudit('api_key.created'));
    const live = sampleKey(merchant.id, { livemode: true, sealedPrivateKey: undefined });
    await control.keys.insert(live, sampleAudit('api_key.created'));
    const dataStore = { id: newId('ds'), name: 'Own', sealedUrl: 'url', createdAtMs: NOW_MS, isOpen: false };
    await control.dataStores.insert(dataStore, sampleAudit('data_store.added'));
    const wallet = {
      id: newId('wal'),
      merchantId: merchant.id,
      livemode: false,
      network: 'solana',
      kind: 'address' as const,
      sealedText: 'text',
      fingerprint: newHash(),
      nextIndex: 0,
      createdAtMs: NOW_MS,
      effectiveAtMs: NOW_MS,
      removedAtMs: NOW_MS,
      releasedAtMs: undefined,
    };
    await control.wallets.insert(wallet, sampleAudit('wallet.changed'));
    return [
      { cell: keyCell(first), sealed: 'sealed' },
      { cell: keyCell(second), sealed: 'second' },
      { cell: ['data_stores.sealed_url', dataStore.id], sealed: 'url' },
      { cell: walletCell(wallet), sealed: 'text' },
    ];
  }

  it('are listed in pages, with their cells', async () => {
    const values = await insertValues();
    const { sealedValues } = opened;
    expect(await sealedValues.list(undefined, 10)).toEqual(values);
    for (const [index, value] of values.entries()) {
      expect(await sealedValues.list(value.cell, 2)).toEqual(values.slice(index + 1, index + 3));
    }
  });

  it('are replaced one by one, unless they have changed', async () => {
    const values = await insertValues();
    const { sealedValues } = opened;
    for (const value of values) {
      await sealedValues.replace({ ...value, sealed: 'what it was before' }, 'lost');
      await sealedValues.replace(value, `${value.sealed} again`);
    }
    const replaced = values.map(({ cell, sealed }) => ({ cell, sealed: `${sealed} again` }));
    expect(await sealedValues.list(undefined, 10)).toEqual(replaced);
    await expect(sealedValues.markBound()).resolves.toBeUndefined();
  });
});
