import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { SITE } from '../../../test/memory/second-factor.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { LIMITS } from '../../domain/limits.ts';
import { addPasskey } from './add-passkey.ts';
import { makeChallenge } from './passkey-challenge.ts';
import { verifyPasskey } from './verify-passkey.ts';

const answer = (challenge: string, origin = SITE.origin) => JSON.stringify({ id: 'credential', origin, challenge });

async function setUp() {
  const shop = await openShop();
  const owner = await signInTo(shop);
  const response = answer(makeChallenge(shop.ports, owner.user.id));
  const { passkey } = await addPasskey(shop.ports, owner, { site: SITE, response, name: 'Laptop', address: '::1' });
  return { shop, owner, passkey };
}

describe('verifyPasskey', () => {
  it('finds the passkey that answered, once per challenge', async () => {
    const { shop, passkey } = await setUp();
    const response = answer(makeChallenge(shop.ports, 'anybody'));
    expect(await verifyPasskey(shop.ports, SITE, response)).toMatchObject({ id: passkey.id });
    expect(await verifyPasskey(shop.ports, SITE, response)).toBeUndefined();
    expect(await shop.ports.secondFactors.findPasskey('credential')).toMatchObject({
      counter: 1,
      lastUsedAtMs: shop.ports.clock.nowMs(),
    });
  });

  it('accepts no other site, no other challenge and none that has expired', async () => {
    const { shop, owner } = await setUp();
    const challenge = makeChallenge(shop.ports, 'anybody');
    const responses = [
      answer(challenge, 'https://evil.example'),
      answer('mine.9999999999999.x'),
      answer(makeChallenge(shop.ports, owner.user.id)),
      JSON.stringify({ id: 'nobody', origin: SITE.origin, challenge }),
    ];
    for (const response of responses) expect(await verifyPasskey(shop.ports, SITE, response)).toBeUndefined();
    expect(await verifyPasskey(shop.ports, undefined, answer(challenge))).toBeUndefined();
    shop.ports.clock.advance(LIMITS.passkeyChallengeMs);
    expect(await verifyPasskey(shop.ports, SITE, answer(challenge))).toBeUndefined();
  });
});
