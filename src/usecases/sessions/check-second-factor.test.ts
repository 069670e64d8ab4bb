import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { openGuardedShop, SITE } from '../../../test/memory/second-factor.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { addPasskey } from './add-passkey.ts';
import {
  checkSecondFactor,
  hasSecondFactor,
  type Proof,
  recoveryHash,
  secondFactorRequired,
} from './check-second-factor.ts';
import { makeChallenge } from './passkey-challenge.ts';
import { removeFactor } from './remove-factor.ts';

async function setUp() {
  const guarded = await openGuardedShop();
  const { shop, owner } = guarded;
  const check = (proof: Proof) =>
    checkSecondFactor(shop.ports, owner.user, { proof, site: SITE, address: '::1', merchantId: owner.merchant.id });
  return {
    ...guarded,
    check,
    failure: (proof: Proof) => failureOf(shop.ports, () => check(proof)),
    wrong: (proof: Proof) => failureOf(shop.ports, () => check(proof), { audited: 'user.second_factor_failed' }),
  };
}

const answer = (challenge: string) => JSON.stringify({ id: 'credential', origin: SITE.origin, challenge });

describe('checkSecondFactor', () => {
  it('asks a user without one for nothing', async () => {
    const shop = await openShop();
    const { user, merchant } = await signInTo(shop);
    const input = { proof: {}, site: SITE, address: '::1', merchantId: merchant.id };
    expect(await checkSecondFactor(shop.ports, user, input)).toBe(false);
    expect(hasSecondFactor(await shop.ports.secondFactors.find(user.id))).toBe(false);
  });

  it('accepts a code once, and none that is older than the last', async () => {
    const { shop, check, wrong, code } = await setUp();
    const older = code();
    shop.ports.clock.advance(30_000);
    const newer = code();
    expect(await check({ code: newer })).toBe(true);
    for (const used of [newer, older])
      expect(await wrong({ code: used })).toMatchObject({ code: 'second_factor_invalid' });
  });

  it('accepts a recovery code once, and records it', async () => {
    const { shop, check, wrong, recoveryCodes } = await setUp();
    const [first = ''] = recoveryCodes;
    expect(await check({ code: ` ${first.toUpperCase()} ` })).toBe(true);
    expect(shop.ports.audit.entries.at(-1)).toMatchObject({ action: 'user.recovery_code_used' });
    expect(await wrong({ code: first })).toMatchObject({ code: 'second_factor_invalid' });
    expect(recoveryHash('A')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('says what the user can give', async () => {
    const { failure, owner, shop } = await setUp();
    expect(await failure({})).toMatchObject({ code: 'second_factor_required', errors: [{ pointer: '#/code' }] });
    const factors = await shop.ports.secondFactors.find(owner.user.id);
    const passkey = { ...factors, totp: undefined, passkeys: [{} as (typeof factors.passkeys)[number]] };
    expect(secondFactorRequired(passkey).errors.map(({ pointer }) => pointer)).toEqual(['#/passkey', '#/code']);
  });

  it('takes no code of the app from a user with a passkey, but the passkey and a recovery code', async () => {
    const { shop, owner, check, failure, wrong, code, recoveryCodes } = await setUp();
    const { ports } = shop;
    const created = answer(makeChallenge(ports, owner.user.id));
    await addPasskey(ports, owner, { site: SITE, response: created, name: 'Laptop', address: '::1' });
    const required = await failure({});
    expect(required).toMatchObject({ errors: [{ pointer: '#/passkey' }, { detail: 'Enter a recovery code.' }] });
    const text = 'Use your passkey or a recovery code. Codes of the app are not accepted while you have a passkey.';
    expect(await wrong({ code: code() })).toMatchObject({ code: 'second_factor_invalid', message: text });
    expect(await check({ passkey: answer(makeChallenge(ports, 'anybody')) })).toBe(true);
    expect(await check({ code: recoveryCodes[0] })).toBe(true);
    const [passkey] = (await ports.secondFactors.find(owner.user.id)).passkeys;
    await removeFactor(ports, owner, { passkey: passkey?.id }, '::1');
    expect(await check({ code: code() })).toBe(true);
  });

  it('does not accept another text, nor a passkey that is not known', async () => {
    const { wrong } = await setUp();
    for (const proof of [{ code: '' }, { code: '1234567' }, { passkey: '{"id":"nobody"}' }]) {
      expect(await wrong(proof)).toMatchObject({ code: 'second_factor_invalid' });
    }
  });
});
