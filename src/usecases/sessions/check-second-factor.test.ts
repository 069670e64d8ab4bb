import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { openGuardedShop, SITE } from '../../../test/memory/second-factor.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import {
  checkSecondFactor,
  hasSecondFactor,
  type Proof,
  recoveryHash,
  secondFactorRequired,
} from './check-second-factor.ts';

async function setUp() {
  const guarded = await openGuardedShop();
  const { shop, owner } = guarded;
  const check = (proof: Proof) =>
    checkSecondFactor(shop.ports, owner.user, { proof, site: SITE, address: '::1', merchantId: owner.merchant.id });
  return { ...guarded, check, failure: (proof: Proof) => failureOf(shop.ports, () => check(proof)) };
}

describe('checkSecondFactor', () => {
  it('asks a user without one for nothing', async () => {
    const shop = await openShop();
    const { user, merchant } = await signInTo(shop);
    const input = { proof: {}, site: SITE, address: '::1', merchantId: merchant.id };
    expect(await checkSecondFactor(shop.ports, user, input)).toBe(false);
    expect(hasSecondFactor(await shop.ports.secondFactors.find(user.id))).toBe(false);
  });

  it('accepts a code once, and none that is older than the last', async () => {
    const { shop, check, failure, code } = await setUp();
    const older = code();
    shop.ports.clock.advance(30_000);
    const newer = code();
    expect(await check({ code: newer })).toBe(true);
    for (const used of [newer, older])
      expect(await failure({ code: used })).toMatchObject({ code: 'second_factor_invalid' });
  });

  it('accepts a recovery code once, and records it', async () => {
    const { shop, check, failure, recoveryCodes } = await setUp();
    const [first = ''] = recoveryCodes;
    expect(await check({ code: ` ${first.toUpperCase()} ` })).toBe(true);
    expect(shop.ports.audit.entries.at(-1)).toMatchObject({ action: 'user.recovery_code_used' });
    expect(await failure({ code: first })).toMatchObject({ code: 'second_factor_invalid' });
    expect(recoveryHash('A')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('says what the user can give', async () => {
    const { failure, owner, shop } = await setUp();
    expect(await failure({})).toMatchObject({ code: 'second_factor_required', errors: [{ pointer: '#/code' }] });
    const factors = await shop.ports.secondFactors.find(owner.user.id);
    const passkey = { ...factors, totp: undefined, passkeys: [{} as (typeof factors.passkeys)[number]] };
    expect(secondFactorRequired(passkey).errors.map(({ pointer }) => pointer)).toEqual(['#/code', '#/passkey']);
  });

  it('does not accept another text, nor a passkey that is not known', async () => {
    const { failure } = await setUp();
    for (const proof of [{ code: '' }, { code: '1234567' }, { passkey: '{"id":"nobody"}' }]) {
      expect(await failure(proof)).toMatchObject({ code: 'second_factor_invalid' });
    }
  });
});
