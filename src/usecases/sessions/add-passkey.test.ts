import { describe, expect, it } from 'vitest';
import { openShop, PASSWORD } from '../../../test/memory/open-shop.ts';
import { openGuardedShop, SITE, sessionOf } from '../../../test/memory/second-factor.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { LIMITS } from '../../domain/limits.ts';
import { addPasskey } from './add-passkey.ts';
import type { SignedIn } from './authenticate-session.ts';
import { confirmPassword } from './confirm-password.ts';
import { makeChallenge } from './passkey-challenge.ts';

async function setUp() {
  const shop = await openShop();
  const owner = await signInTo(shop);
  const add = (id: string, challenge = makeChallenge(shop.ports, owner.user.id), origin = SITE.origin) =>
    addPasskey(shop.ports, owner, {
      site: SITE,
      response: JSON.stringify({ id, origin, challenge }),
      name: ' Laptop ',
      address: '::1',
    });
  return { shop, owner, add };
}

describe('addPasskey', () => {
  it('adds a passkey, and returns recovery codes with the first', async () => {
    const { shop, owner, add } = await setUp();
    const first = await add('one');
    expect(first.passkey).toMatchObject({ name: 'Laptop', userId: owner.user.id, credentialId: 'one' });
    expect(first.recoveryCodes).toHaveLength(LIMITS.recoveryCodes);
    expect((await add('two')).recoveryCodes).toEqual([]);
    expect((await shop.ports.secondFactors.find(owner.user.id)).passkeys).toHaveLength(2);
  });

  it('rejects another site, a challenge for others, one that was used, and a known passkey', async () => {
    const { shop, owner, add } = await setUp();
    const used = makeChallenge(shop.ports, owner.user.id);
    await add('one', used);
    const failures = [
      () => add('two', undefined, 'https://evil.example'),
      () => add('two', makeChallenge(shop.ports, 'anybody')),
      () => add('two', used),
    ];
    for (const fail of failures) await expect(fail()).rejects.toMatchObject({ code: 'second_factor_invalid' });
    await expect(add('one')).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('ends what a phished code of the app has allowed', async () => {
    const { shop, owner, code, signIn } = await openGuardedShop();
    const { ports } = shop;
    const { token, deviceToken } = await signIn({ proof: { code: code() }, trustsDevice: true });
    await expect(signIn({ deviceToken })).resolves.toBeDefined();
    const response = { id: 'one', origin: SITE.origin, challenge: makeChallenge(ports, owner.user.id) };
    await addPasskey(ports, owner, { site: SITE, response: JSON.stringify(response), name: 'Laptop', address: '::1' });
    await expect(signIn({ deviceToken })).rejects.toMatchObject({ code: 'second_factor_required' });
    const confirm = async (opened: SignedIn) => confirmPassword(ports, opened, PASSWORD);
    await expect(confirm(await sessionOf(shop, token))).rejects.toMatchObject({ code: 'second_factor_required' });
    const sessions = await ports.sessions.list(owner.user.id, ports.clock.nowMs());
    const own = sessions.filter(({ id }) => id === owner.session.id);
    expect(own).toHaveLength(1);
    for (const session of own) await expect(confirm({ ...owner, session })).resolves.toBeUndefined();
  });

  it('has a limit', async () => {
    const { add } = await setUp();
    for (let count = 0; count < LIMITS.passkeysMax; count += 1) await add(`credential ${count}`);
    await expect(add('one more')).rejects.toMatchObject({ code: 'invalid_state' });
  });
});
