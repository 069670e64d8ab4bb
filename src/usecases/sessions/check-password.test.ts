import { describe, expect, it } from 'vitest';
import { openShop, PASSWORD } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { checkPassword, type GivenPassword } from './check-password.ts';

async function setUp() {
  const { ports, made } = await openShop();
  const { owner, merchant } = made;
  const check = (more: Partial<GivenPassword> = {}) =>
    checkPassword(ports, { email: owner.email, password: PASSWORD, address: '::1', ...more }, 'Wrong.');
  return { ports, owner, merchant, check };
}

describe('checkPassword', () => {
  it('finds the user by email address in any case, with spaces around it', async () => {
    const { owner, merchant, check } = await setUp();
    expect(await check({ email: ` ${owner.email.toUpperCase()} ` })).toEqual({ user: owner, merchant });
  });

  it('answers invalid_credentials for a wrong password and an unknown user alike', async () => {
    const { check } = await setUp();
    const failures = await Promise.allSettled([check({ password: 'wrong' }), check({ email: 'eve@example.com' })]);
    const said = failures.map((one) =>
      one.status === 'rejected' ? (one.reason as { code: string; message: string }) : one,
    );
    expect(said).toMatchObject([
      { code: 'invalid_credentials', message: 'Wrong.' },
      { code: 'invalid_credentials', message: 'Wrong.' },
    ]);
  });

  it('hashes a password also for an unknown user, so that the time tells nothing', async () => {
    const { ports, check } = await setUp();
    const verified: (string | undefined)[] = [];
    const passwords = {
      ...ports.passwords,
      verify: async (hash: string | undefined) => {
        verified.push(hash);
        return false;
      },
    };
    const given = { email: 'eve@example.com', password: 'x', address: '::1' };
    await expect(checkPassword({ ...ports, passwords }, given, '')).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(verified).toEqual([undefined]);
    await expect(check()).resolves.toBeDefined();
  });

  it('counts failures and not successes', async () => {
    const { check } = await setUp();
    for (let attempt = 0; attempt < 2 * LIMITS.failedSignInsPerMinute; attempt += 1) await check();
    for (let attempt = 0; attempt < LIMITS.failedSignInsPerMinute; attempt += 1) {
      await expect(check({ password: 'wrong' })).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    await expect(check()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('lets no more guesses through than the limit when they arrive together', async () => {
    const { check } = await setUp();
    const guesses = await Promise.allSettled(
      Array.from({ length: 30 }, (_, guess) => check({ password: `no ${guess}` })),
    );
    const codes = guesses.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : ''));
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(LIMITS.failedSignInsPerMinute);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(30 - LIMITS.failedSignInsPerMinute);
  });
});
