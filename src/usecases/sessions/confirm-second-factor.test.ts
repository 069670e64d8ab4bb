import { describe, expect, it } from 'vitest';
import { CLIENT } from '../../../test/memory/join-team.ts';
import { PASSWORD } from '../../../test/memory/open-shop.ts';
import { openGuardedShop, SITE, sessionOf } from '../../../test/memory/second-factor.ts';
import { LIMITS } from '../../domain/limits.ts';
import { confirmPassword } from './confirm-password.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';

const HOME = { address: CLIENT.address, network: CLIENT.network };
const AWAY = { address: '198.51.100.1', network: '198.51.100.1' };

/** Somebody with the password and the cookie of a trusted device guesses codes, each in a new session. */
async function openAttackedShop() {
  const guarded = await openGuardedShop();
  const { shop, recoveryCodes, signIn } = guarded;
  const { token, deviceToken } = await signIn({ proof: { code: recoveryCodes[0] }, trustsDevice: true });
  const openTrusted = async (client: typeof HOME) =>
    sessionOf(shop, (await signIn({ deviceToken, client: { ...CLIENT, ...client } })).token);
  const guess = async (number: number, code = '000000') => {
    const client = { address: `203.0.113.${number}`, network: `203.0.113.${number}` };
    const session = await openTrusted(client);
    return confirmSecondFactor(shop.ports, session, { proof: { code }, site: SITE, ...client });
  };
  for (let number = 100; number < 100 + LIMITS.failedSignInsFree; number += 1) {
    await expect(guess(number)).rejects.toMatchObject({ code: 'second_factor_invalid' });
  }
  return { ...guarded, guess, openTrusted, confirmed: await sessionOf(shop, token) };
}

describe('confirmSecondFactor', () => {
  it('lets the password confirm for some minutes', async () => {
    const { shop, code, signIn } = await openGuardedShop();
    const { ports } = shop;
    const { token } = await signIn({ proof: { code: code() } });
    await confirmPassword(ports, await sessionOf(shop, token), PASSWORD);
    ports.clock.advance(LIMITS.secondFactorFreshMs);
    const signedIn = await sessionOf(shop, token);
    await expect(confirmPassword(ports, signedIn, PASSWORD)).rejects.toMatchObject({ code: 'second_factor_required' });
    await confirmSecondFactor(ports, signedIn, { proof: { code: code() }, site: SITE, ...HOME });
    await confirmPassword(ports, await sessionOf(shop, token), PASSWORD);
  });

  it('counts wrong codes per session', async () => {
    const { shop, owner } = await openGuardedShop();
    const attempt = () => confirmSecondFactor(shop.ports, owner, { proof: { code: '000000' }, site: SITE, ...HOME });
    for (let count = 0; count < LIMITS.failedSignInsFree; count += 1) {
      await expect(attempt()).rejects.toMatchObject({ code: 'second_factor_invalid' });
    }
    await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('a second factor that somebody with the password guesses at', () => {
  it('has to wait, also the right one, however many sessions and addresses there are', async () => {
    const { code, guess, signIn } = await openAttackedShop();
    const limited = { code: 'rate_limited', headers: { 'retry-after': '1' } };
    await expect(guess(200)).rejects.toMatchObject(limited);
    await expect(guess(201, code())).rejects.toMatchObject(limited);
    const client = { ...CLIENT, ...AWAY };
    await expect(signIn({ client, proof: { code: code() } })).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('has to wait longer after each more, up to a minute', async () => {
    const { shop, guess } = await openAttackedShop();
    for (const [index, delay] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      const limited = { code: 'rate_limited', headers: { 'retry-after': String(delay) } };
      await expect(guess(200 + index)).rejects.toMatchObject(limited);
      shop.ports.clock.advance(delay * 1_000);
      await expect(guess(200 + index)).rejects.toMatchObject({ code: 'second_factor_invalid' });
    }
  });

  it('is accepted at once in a session that has given it, and from a client that has', async () => {
    const { shop, code, confirmed, openTrusted, recoveryCodes, signIn } = await openAttackedShop();
    const { ports } = shop;
    await confirmSecondFactor(ports, confirmed, { proof: { code: code() }, site: SITE, ...AWAY });
    const again = await openTrusted(HOME);
    await confirmSecondFactor(ports, again, { proof: { code: recoveryCodes[1] }, site: SITE, ...HOME });
    // The session that was confirmed from there made it known.
    const client = { ...CLIENT, ...AWAY };
    await expect(signIn({ client, proof: { code: recoveryCodes[2] } })).resolves.toBeDefined();
  });

  it('still counts what a client that has given it does', async () => {
    const { shop, code, openTrusted } = await openAttackedShop();
    const give = async (text: string) =>
      confirmSecondFactor(shop.ports, await openTrusted(HOME), { proof: { code: text }, site: SITE, ...HOME });
    for (let count = 0; count < LIMITS.failedSignInsFree; count += 1) {
      await expect(give('000000')).rejects.toMatchObject({ code: 'second_factor_invalid' });
    }
    await expect(give(code())).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('is not held up by somebody without the password, nor by sign-ins without a code', async () => {
    const { shop, code, recoveryCodes, signIn } = await openGuardedShop();
    const { deviceToken } = await signIn({ proof: { code: recoveryCodes[0] }, trustsDevice: true });
    const client = { ...CLIENT, ...AWAY };
    const session = await sessionOf(shop, (await signIn({ deviceToken, client })).token);
    for (let number = 0; number < 2 * LIMITS.failedSignInsFree; number += 1) {
      const stranger = { ...CLIENT, network: `203.0.113.${number}` };
      const guess = signIn({ client: stranger, password: 'wrong', proof: { code: '000000' } });
      await expect(guess).rejects.not.toMatchObject({ code: 'second_factor_invalid' });
      await expect(signIn({ client })).rejects.toMatchObject({ code: 'second_factor_required' });
    }
    await confirmSecondFactor(shop.ports, session, { proof: { code: code() }, site: SITE, ...AWAY });
  });
});
