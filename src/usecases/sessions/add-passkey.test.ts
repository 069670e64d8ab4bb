import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { SITE } from '../../../test/memory/second-factor.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { LIMITS } from '../../domain/limits.ts';
import { addPasskey } from './add-passkey.ts';
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

  it('has a limit', async () => {
    const { add } = await setUp();
    for (let count = 0; count < LIMITS.passkeysMax; count += 1) await add(`credential ${count}`);
    await expect(add('one more')).rejects.toMatchObject({ code: 'invalid_state' });
  });
});
