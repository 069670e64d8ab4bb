import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { openGuardedShop } from '../../../test/memory/second-factor.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { LIMITS } from '../../domain/limits.ts';
import { confirmTotp } from './confirm-totp.ts';
import { offerTotp } from './offer-totp.ts';

describe('confirmTotp', () => {
  it('turns the app on and returns recovery codes', async () => {
    const { shop, owner, recoveryCodes } = await openGuardedShop();
    expect(recoveryCodes).toHaveLength(LIMITS.recoveryCodes);
    expect(await shop.ports.secondFactors.find(owner.user.id)).toMatchObject({
      totp: { isConfirmed: true },
      recoveryCodesLeft: LIMITS.recoveryCodes,
    });
    expect(shop.ports.audit.entries.map(({ action }) => action)).toContain('user.totp_added');
  });

  it('needs a secret and the right code', async () => {
    const shop = await openShop();
    const owner = await signInTo(shop);
    const confirm = () => confirmTotp(shop.ports, owner, { code: '000000', address: '::1' });
    await expect(confirm()).rejects.toMatchObject({ code: 'invalid_state' });
    await offerTotp(shop.ports, owner);
    await expect(confirm()).rejects.toMatchObject({ code: 'second_factor_invalid' });
  });
});
