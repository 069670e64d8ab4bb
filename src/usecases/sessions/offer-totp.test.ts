import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { openGuardedShop } from '../../../test/memory/second-factor.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { offerTotp } from './offer-totp.ts';

describe('offerTotp', () => {
  it('makes a secret of 160 bits, which replaces one that was not confirmed', async () => {
    const shop = await openShop();
    const owner = await signInTo(shop);
    const first = await offerTotp(shop.ports, owner);
    const second = await offerTotp(shop.ports, owner);
    expect(second.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(second.secret).not.toBe(first.secret);
    expect(second.uri).toContain(second.secret);
  });

  it('does not replace one that is on', async () => {
    const { shop, owner } = await openGuardedShop();
    expect(await failureOf(shop.ports, () => offerTotp(shop.ports, owner))).toMatchObject({ code: 'invalid_state' });
  });
});
