import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makePng } from '../../../test/support/pictures.ts';
import { DEFAULT_SETTINGS } from '../../domain/merchants/settings.ts';
import { changeSettings } from './change-settings.ts';
import type { SettingsPatch } from './settings-patch.ts';

const PNG = makePng().toString('base64');

async function setUp() {
  const { ports, made } = await openShop();
  const { merchant, owner } = made;
  const change = (patch: SettingsPatch) => changeSettings(ports, { merchant, patch, actor: owner.id });
  return { ports, merchant, owner, change };
}

describe('changeSettings', () => {
  it('changes everything that it is given', async () => {
    const { ports, merchant, change } = await setUp();
    const changed = await change({
      name: '  New name ',
      accent_color: '#AABBCC',
      allowed_origins: ['https://a.example', 'http://localhost:3000', 'https://a.example'],
      expires_in: 900,
      tolerance_percent: 1.5,
      tolerance_amount: '2.0001',
      late_policy: { stablecoin_seconds: 5, other_seconds: 6 },
      log_bodies: { test: true, live: true },
      legal_name: 'Name B.V.',
      address: [' Street 1 ', ''],
      tax_id: 'NL1',
      invoice_prefix: '2026-',
      invoice_footer: 'Thanks',
    });
    const { name } = changed;
    expect(changed).toEqual({
      name: 'New name',
      logo: undefined,
      accentColor: '#aabbcc',
      allowedOrigins: ['https://a.example', 'http://localhost:3000'],
      expiresInSeconds: 900,
      tolerancePercent: '1.5',
      toleranceAmount: '2.0001',
      latePolicy: { stablecoinSeconds: 5, otherSeconds: 6 },
      logBodies: { test: true, live: true },
      legalName: 'Name B.V.',
      address: ['Street 1'],
      taxId: 'NL1',
      invoicePrefix: '2026-',
      invoiceFooter: 'Thanks',
    });
    expect(await ports.settings.find(merchant.id)).toEqual(changed);
    expect(await ports.merchants.find(merchant.id)).toMatchObject({ name, expiresInSeconds: 900 });
  });

  it('leaves what it is not given, and records both states', async () => {
    const { ports, merchant, owner, change } = await setUp();
    const first = await change({
      accent_color: '#000000',
      late_policy: { other_seconds: 1 },
      log_bodies: { test: true },
    });
    expect(first).toMatchObject({
      ...DEFAULT_SETTINGS,
      name: 'shop',
      accentColor: '#000000',
      latePolicy: { ...DEFAULT_SETTINGS.latePolicy, otherSeconds: 1 },
      logBodies: { test: true, live: false },
    });
    await change({ accent_color: null });
    expect(ports.audit.entries.at(-1)).toMatchObject({
      actor: owner.id,
      action: 'merchant.settings_changed',
      merchantId: merchant.id,
      subject: merchant.id,
      details: { before: { accentColor: '#000000' }, after: { name: 'shop', latePolicy: first.latePolicy } },
      atMs: ports.clock.nowMs(),
    });
    expect((await ports.settings.find(merchant.id)).accentColor).toBeUndefined();
  });

  it('stores a logo under its hash, keeps it, and removes it', async () => {
    const { ports, merchant, change } = await setUp();
    const { logo } = await change({ logo: PNG });
    expect(await ports.settings.findLogo(logo?.hash ?? '')).toMatchObject({ type: 'image/png', bytes: makePng() });
    expect((await change({ expires_in: 600 })).logo).toEqual(logo);
    expect((await change({ logo: null })).logo).toBeUndefined();
    expect((await ports.settings.find(merchant.id)).logo).toBeUndefined();
  });

  it('answers validation_failed for several errors at once', async () => {
    const { ports, change } = await setUp();
    const patch = { name: 'New', logo: 'x', tolerance_percent: 'x', allowed_origins: ['*'] };
    const failure = await failureOf(ports, () => change(patch));
    const pointers = ['#/allowed_origins/0', '#/tolerance_percent', '#/logo'];
    expect(failure).toMatchObject({
      code: 'validation_failed',
      errors: pointers.map((pointer) => ({ pointer, code: 'invalid_value' })),
    });
  });

  it('loses no change when several arrive at the same time', async () => {
    const { ports, merchant, change } = await setUp();
    await Promise.all([change({ name: 'New' }), change({ expires_in: 900 }), change({ accent_color: '#111111' })]);
    expect(await ports.settings.find(merchant.id)).toMatchObject({ expiresInSeconds: 900, accentColor: '#111111' });
    expect((await ports.merchants.find(merchant.id))?.name).toBe('New');
  });
});
