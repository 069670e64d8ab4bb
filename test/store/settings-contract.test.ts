import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MerchantId } from '../../src/domain/ids.ts';
import { DEFAULT_SETTINGS, type Logo, type MerchantSettings } from '../../src/domain/merchants/settings.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { insertAccount, newId, sampleAudit } from './sample-rows.ts';

const newLogo = (): Logo => ({ hash: randomBytes(16).toString('hex'), type: 'image/png', bytes: randomBytes(20) });

const CHANGED = {
  name: 'New name',
  accentColor: '#00ff00',
  support: 'help@a.example',
  allowedOrigins: ['https://a.example', 'https://b.example'],
  expiresInSeconds: 300,
  tolerancePercent: '1.50',
  toleranceAmount: '0',
  latePolicy: { stablecoinSeconds: 1, otherSeconds: 2 },
  logBodies: { test: false, live: true },
  legalName: 'Name B.V.',
  address: ['Street 1', 'City'],
  taxId: 'NL1',
  invoicePrefix: '2026-',
  invoiceFooter: 'Thanks',
};

describe.each(controlPlanes())('settings in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const change = (id: MerchantId, more: Partial<MerchantSettings>, logo?: Logo | null) =>
    opened.control.settings.change(id, (before) => ({
      after: { ...before, ...more },
      logo,
      audit: sampleAudit('merchant.settings_changed', { merchantId: id, details: { before } }),
    }));

  it('has defaults until something is changed', async () => {
    const { merchant } = await insertAccount(opened.control);
    expect(await opened.control.settings.find(merchant.id)).toEqual({ ...DEFAULT_SETTINGS, name: merchant.name });
    expect((await opened.control.merchants.find(merchant.id))?.expiresInSeconds).toBeUndefined();
  });

  it('gives each of many requests at the same time its own settings', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => insertAccount(opened.control)));
    const [unchanged, ...merchants] = accounts.map(({ merchant }) => merchant.id);
    for (const [place, id] of merchants.entries()) await change(id, { expiresInSeconds: 300 + place });
    const ids = [...merchants, unchanged, ...merchants].filter((id) => id !== undefined);
    const found = await Promise.all(ids.map((id) => opened.control.settings.find(id)));
    const { expiresInSeconds } = DEFAULT_SETTINGS;
    const expected = [300, 301, 302, expiresInSeconds, 300, 301, 302];
    expect(found.map((settings) => settings.expiresInSeconds)).toEqual(expected);
  });

  it('stores every setting, the name with the merchant, and the audit entry', async () => {
    const { settings, merchants } = opened.control;
    const { merchant } = await insertAccount(opened.control);
    const { name } = CHANGED;
    expect(await change(merchant.id, CHANGED)).toEqual({ logo: undefined, ...CHANGED });
    expect(await settings.find(merchant.id)).toEqual({ logo: undefined, ...CHANGED });
    expect(await merchants.find(merchant.id)).toMatchObject({ name, expiresInSeconds: 300 });
    expect((await opened.readAudit()).at(-1)).toMatchObject({
      action: 'merchant.settings_changed',
      details: { before: { name: 'Shop', tolerancePercent: DEFAULT_SETTINGS.tolerancePercent } },
    });
  });

  it('reads decimals without leading zeros', async () => {
    const { merchant } = await insertAccount(opened.control);
    await change(merchant.id, { tolerancePercent: '007', toleranceAmount: '00.50' });
    expect(await opened.control.settings.find(merchant.id)).toMatchObject({
      tolerancePercent: '7',
      toleranceAmount: '0.50',
    });
  });

  it('keeps the logo when it is not named, replaces it and removes it', async () => {
    const { settings } = opened.control;
    const { merchant } = await insertAccount(opened.control);
    const [first, second] = [newLogo(), newLogo()];
    const named = async () => (await settings.find(merchant.id)).logo;
    await change(merchant.id, {}, first);
    await change(merchant.id, { accentColor: '#000000' });
    expect(await named()).toEqual({ hash: first.hash, type: first.type });
    expect((await settings.findLogo(first.hash))?.bytes).toEqual(first.bytes);
    await change(merchant.id, {}, second);
    expect(await settings.findLogo(first.hash)).toBeUndefined();
    expect(await settings.findLogo(second.hash)).toMatchObject({ hash: second.hash, type: 'image/png' });
    await change(merchant.id, {}, null);
    expect(await named()).toBeUndefined();
    expect(await settings.findLogo(second.hash)).toBeUndefined();
  });

  it('loses no change when several arrive together', async () => {
    const { merchant } = await insertAccount(opened.control);
    const origins = Array.from({ length: 10 }, (_, place) => `https://shop-${place}.example`);
    await Promise.all(
      origins.map((origin) =>
        opened.control.settings.change(merchant.id, (before) => ({
          after: { ...before, allowedOrigins: [...before.allowedOrigins, origin] },
          logo: undefined,
          audit: sampleAudit('merchant.settings_changed'),
        })),
      ),
    );
    const { allowedOrigins } = await opened.control.settings.find(merchant.id);
    expect(allowedOrigins.toSorted()).toEqual(origins);
  });

  it('writes nothing when the change throws, or the merchant is unknown', async () => {
    const { settings } = opened.control;
    const { merchant } = await insertAccount(opened.control);
    const before = await opened.readAudit();
    const failing = settings.change(merchant.id, () => {
      throw new RangeError('not this one');
    });
    await expect(failing).rejects.toThrow('not this one');
    await expect(change(newId('mer'), CHANGED)).rejects.toThrow();
    expect(await settings.find(merchant.id)).toEqual({ ...DEFAULT_SETTINGS, name: merchant.name });
    expect(await opened.readAudit()).toEqual(before);
  });
});
