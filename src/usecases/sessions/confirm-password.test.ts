import { describe, expect, it } from 'vitest';
import { openShop, PASSWORD } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { LIMITS } from '../../domain/limits.ts';
import { checkPassword } from './check-password.ts';
import { confirmPassword } from './confirm-password.ts';

async function setUp() {
  const shop = await openShop();
  const signedIn = await signInTo(shop);
  const { ports } = shop;
  const confirm = (password = PASSWORD, by = signedIn) => confirmPassword(ports, by, password);
  return { shop, ports, signedIn, confirm };
}

describe('confirmPassword', () => {
  it('accepts the password of the signed-in user and no other', async () => {
    const { confirm } = await setUp();
    await expect(confirm()).resolves.toBeUndefined();
    await expect(confirm('wrong')).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('goes before strangers when passwords wait to be hashed', async () => {
    const { ports, signedIn } = await setUp();
    const known: (string | undefined)[] = [];
    const verify: typeof ports.passwords.verify = async (_hash, _password, knownAs) => known.push(knownAs) > 0;
    await confirmPassword({ ...ports, passwords: { ...ports.passwords, verify } }, signedIn, PASSWORD);
    expect(known).toEqual([signedIn.user.id]);
  });

  it('asks for the password if it is empty, which is no attempt', async () => {
    const { confirm } = await setUp();
    for (let click = 0; click <= LIMITS.failedSignInsFree; click += 1) {
      await expect(confirm('')).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '#/password', code: 'required', detail: 'Enter your password.' }],
      });
    }
    await expect(confirm()).resolves.toBeUndefined();
  });

  it('is not limited by failed sign-ins to the account, from whatever address', async () => {
    const { ports, signedIn, confirm } = await setUp();
    for (let guess = 0; guess < 5 * LIMITS.failedSignInsPerMinuteOfClient; guess += 1) {
      const client = guess % 2 ? '::1' : `203.0.113.${guess}`;
      const given = { email: signedIn.user.email, password: 'wrong', client, address: client };
      await expect(checkPassword(ports, given)).rejects.toBeDefined();
    }
    await expect(confirm()).resolves.toBeUndefined();
  });

  it('delays the eleventh wrong password of a session, and no other session', async () => {
    const { shop, ports, confirm } = await setUp();
    for (let guess = 0; guess < LIMITS.failedSignInsFree; guess += 1) {
      await expect(confirm('wrong')).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    await expect(confirm()).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '1' } });
    await expect(confirm(PASSWORD, await signInTo(shop))).resolves.toBeUndefined();
    ports.clock.advance(LIMITS.signInDelayMsMin);
    await expect(confirm()).resolves.toBeUndefined();
  });
});
