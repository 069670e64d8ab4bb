import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../test/memory/open-shop.ts';
import { openGuardedShop, SITE, sessionOf } from '../../../test/memory/second-factor.ts';
import { LIMITS } from '../../domain/limits.ts';
import { confirmPassword } from './confirm-password.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';

describe('confirmSecondFactor', () => {
  it('lets the password confirm for some minutes', async () => {
    const { shop, code, signIn } = await openGuardedShop();
    const { ports } = shop;
    const { token } = await signIn({ proof: { code: code() } });
    await confirmPassword(ports, await sessionOf(shop, token), PASSWORD);
    ports.clock.advance(LIMITS.secondFactorFreshMs);
    const signedIn = await sessionOf(shop, token);
    await expect(confirmPassword(ports, signedIn, PASSWORD)).rejects.toMatchObject({ code: 'second_factor_required' });
    await confirmSecondFactor(ports, signedIn, { proof: { code: code() }, site: SITE, address: '::1' });
    await confirmPassword(ports, await sessionOf(shop, token), PASSWORD);
  });

  it('counts wrong codes per session', async () => {
    const { shop, owner } = await openGuardedShop();
    const attempt = () =>
      confirmSecondFactor(shop.ports, owner, { proof: { code: '000000' }, site: SITE, address: '::1' });
    for (let count = 0; count < LIMITS.failedSignInsFree; count += 1) {
      await expect(attempt()).rejects.toMatchObject({ code: 'second_factor_invalid' });
    }
    await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
