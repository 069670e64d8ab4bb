import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { openGuardedShop } from '../../../test/memory/second-factor.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { removeFactor } from './remove-factor.ts';

describe('removeFactor', () => {
  it('removes the app, and with the last factor the recovery codes and trusted devices', async () => {
    const { shop, owner, code, signIn } = await openGuardedShop();
    const { deviceToken } = await signIn({ proof: { code: code() }, trustsDevice: true });
    expect(deviceToken).toBeDefined();
    await removeFactor(shop.ports, owner, { totp: true }, '::1');
    expect(await shop.ports.secondFactors.find(owner.user.id)).toEqual({
      totp: undefined,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect(await shop.ports.secondFactors.listDevices(owner.user.id, shop.ports.clock.nowMs())).toEqual([]);
    expect(shop.ports.audit.entries.at(-1)).toMatchObject({ action: 'user.totp_removed' });
    await signIn();
  });

  it('forgets a device, which then needs the second factor', async () => {
    const { shop, owner, code, signIn } = await openGuardedShop();
    const { deviceToken } = await signIn({ proof: { code: code() }, trustsDevice: true });
    await signIn({ deviceToken });
    const [device] = await shop.ports.secondFactors.listDevices(owner.user.id, shop.ports.clock.nowMs());
    await removeFactor(shop.ports, owner, { device: device?.id }, '::1');
    await expect(signIn({ deviceToken })).rejects.toMatchObject({ code: 'second_factor_required' });
  });

  it('answers not_found for what the user does not have', async () => {
    const shop = await openShop();
    const owner = await signInTo(shop);
    for (const factor of [{ totp: true }, { passkey: undefined }, { device: undefined }] as const) {
      const failure = await failureOf(shop.ports, () => removeFactor(shop.ports, owner, factor, '::1'));
      expect(failure).toMatchObject({ code: 'not_found' });
    }
  });
});
