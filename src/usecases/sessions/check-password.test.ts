import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop, PASSWORD } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { accountName } from './account-name.ts';
import { checkPassword, type GivenPassword } from './check-password.ts';

const HOME = '198.51.100.7';

async function setUp() {
  const { ports, made } = await openShop();
  const { owner, merchant } = made;
  const check = (more: Partial<GivenPassword> = {}) =>
    checkPassword(ports, { email: owner.email, password: PASSWORD, client: HOME, address: HOME, ...more });
  /** Wrong passwords, each from another address unless one is named. */
  const guess = async (count: number, more: Partial<GivenPassword> = {}) => {
    const outcomes: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const [outcome] = await Promise.allSettled([
        check({ password: 'wrong', client: `203.0.113.${number}`, ...more }),
      ]);
      outcomes.push(outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : outcome.status);
    }
    return outcomes;
  };
  const beFamiliar = (client: string) =>
    ports.signInAttempts.remember(accountName(owner.email), client, ports.clock.nowMs());
  return { ports, owner, merchant, check, guess, beFamiliar };
}

describe('checkPassword', () => {
  it('finds the user by email address in any case, with spaces around it', async () => {
    const { owner, merchant, check } = await setUp();
    expect(await check({ email: ` ${owner.email.toUpperCase()} ` })).toMatchObject({ user: owner, merchant });
  });

  it('answers the same for a wrong password and an unknown user', async () => {
    const { check } = await setUp();
    const failures = await Promise.allSettled([check({ password: 'wrong' }), check({ email: 'eve@example.com' })]);
    const said = failures.map((one) => (one.status === 'rejected' ? (one.reason as Error) : one));
    expect(said).toMatchObject([{ code: 'invalid_credentials' }, { code: 'invalid_credentials' }]);
    expect((said[0] as Error).message).toBe((said[1] as Error).message);
  });

  it('hashes a password also for an unknown user, so that the time tells nothing', async () => {
    const { ports } = await setUp();
    const verified: (string | undefined)[] = [];
    const passwords = {
      ...ports.passwords,
      verify: async (hash: string | undefined) => {
        verified.push(hash);
        return false;
      },
    };
    const given = { email: 'eve@example.com', password: 'x', client: HOME, address: HOME };
    await expect(checkPassword({ ...ports, passwords }, given)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(verified).toEqual([undefined]);
  });

  it('says who is known to the queue for hashing: only a client that signed in to the account before', async () => {
    const { ports, owner, beFamiliar } = await setUp();
    const known: (string | undefined)[] = [];
    const verify: typeof ports.passwords.verify = (hash, password, knownAs) => {
      known.push(knownAs);
      return ports.passwords.verify(hash, password, knownAs);
    };
    const check = (email: string, client: string) =>
      checkPassword(
        { ...ports, passwords: { ...ports.passwords, verify } },
        { email, password: PASSWORD, client, address: client },
      );
    await beFamiliar(HOME);
    await check(owner.email, HOME);
    await check(owner.email, '203.0.113.1');
    await expect(check('eve@example.com', HOME)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(known).toEqual([owner.id, undefined, undefined]);
  });

  it('never stores the text that was typed as an email address', async () => {
    const { ports, check } = await setUp();
    await expect(check({ email: 'my password' })).rejects.toBeDefined();
    expect(inspect(ports.snapshot(), { depth: null })).not.toContain('my password');
  });
});

describe('failures', () => {
  it('count, and successes do not', async () => {
    const { check, guess } = await setUp();
    for (let attempt = 0; attempt < 2 * LIMITS.failedSignInsPerMinute; attempt += 1) await check();
    const outcomes = await guess(LIMITS.failedSignInsPerMinute, { client: HOME });
    expect(new Set(outcomes)).toEqual(new Set(['invalid_credentials']));
    await expect(check()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('that arrive together do not exceed the limit', async () => {
    const { check } = await setUp();
    const guesses = await Promise.allSettled(
      Array.from({ length: 30 }, (_, number) => check({ password: `no ${number}` })),
    );
    const codes = guesses.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : ''));
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(LIMITS.failedSignInsPerMinute);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(30 - LIMITS.failedSignInsPerMinute);
  });

  it('of one client stop it for a minute, whatever accounts it tries', async () => {
    const { ports, check } = await setUp();
    for (let number = 0; number < LIMITS.failedSignInsPerMinuteOfClient; number += 1) {
      const failure = check({ email: `${number}@example.com`, password: 'wrong' });
      await expect(failure).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    expect(await failureOf(ports, () => check())).toMatchObject({ code: 'rate_limited' });
    ports.clock.advance(60_000);
    await expect(check()).resolves.toBeDefined();
  });
});

describe('an account that others guess at', () => {
  it('lets its owner in from an address with an earlier sign-in, however many clients guess', async () => {
    const { ports, check, guess, beFamiliar } = await setUp();
    await beFamiliar(HOME);
    for (let minute = 0; minute < 10; minute += 1) {
      expect(await guess(20)).toContain('rate_limited');
      await expect(check()).resolves.toBeDefined();
      ports.clock.advance(60_000);
    }
  });

  it('gives clients at unknown addresses one guess a minute after a while, also the right one', async () => {
    const { ports, check, guess } = await setUp();
    expect((await guess(30)).filter((code) => code === 'invalid_credentials')).toHaveLength(LIMITS.failedSignInsFree);
    let admitted = 0;
    for (let second = 0; second < 600; second += 1) {
      ports.clock.advance(1_000);
      admitted += (await guess(3)).filter((code) => code === 'invalid_credentials').length;
    }
    expect(admitted).toBeLessThan(17);
    ports.clock.advance(LIMITS.signInDelayMsMax - 1_000);
    await guess(1);
    await expect(check()).rejects.toMatchObject({ code: 'rate_limited' });
    ports.clock.advance(LIMITS.signInDelayMsMax);
    await expect(check()).resolves.toBeDefined();
  });

  it('counts guesses with any spelling of its email address', async () => {
    const { guess } = await setUp();
    const spellings = ['owner@shop.example', 'OWNER@ſHOP.example', 'ｏwner@shop.example', 'owner@SHOP.EXAMPLE'];
    const codes: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (const email of spellings) codes.push(...(await guess(1, { email, client: `203.0.113.${codes.length}` })));
    }
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(LIMITS.failedSignInsFree);
  });

  it('behaves like one that does not exist', async () => {
    const { guess } = await setUp();
    expect(await guess(30, { email: 'nobody@example.com' })).toEqual(await guess(30));
  });

  it('treats an address as unknown again after ninety days', async () => {
    const { ports, check, guess, beFamiliar } = await setUp();
    await beFamiliar(HOME);
    ports.clock.advance(LIMITS.familiarClientMs - 1);
    await guess(30);
    await expect(check()).resolves.toBeDefined();
    ports.clock.advance(1);
    await expect(check()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('still counts what a client at a known address does', async () => {
    const { check, guess, beFamiliar } = await setUp();
    await beFamiliar(HOME);
    await guess(LIMITS.failedSignInsPerMinute, { client: HOME });
    await expect(check()).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
