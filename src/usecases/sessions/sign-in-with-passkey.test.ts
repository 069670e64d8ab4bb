import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { CLIENT } from '../../../test/memory/join-team.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { SITE, sessionOf } from '../../../test/memory/second-factor.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { LIMITS } from '../../domain/limits.ts';
import { addPasskey } from './add-passkey.ts';
import { makeChallenge } from './passkey-challenge.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';

const answer = (challenge: string) => JSON.stringify({ id: 'credential', origin: SITE.origin, challenge });

describe('signInWithPasskey', () => {
  it('opens a session of its user, with the second factor given', async () => {
    const shop = await openShop();
    const owner = await signInTo(shop);
    const created = answer(makeChallenge(shop.ports, owner.user.id));
    await addPasskey(shop.ports, owner, { site: SITE, response: created, name: 'Laptop', address: '::1' });
    const response = answer(makeChallenge(shop.ports, 'anybody'));
    const { token } = await signInWithPasskey(shop.ports, { response, site: SITE, client: CLIENT });
    const { session, user } = await sessionOf(shop, token);
    expect(user.id).toBe(owner.user.id);
    expect(session.secondFactorAtMs).toBe(shop.ports.clock.nowMs());
  });

  it('limits what a client can try', async () => {
    const { ports } = await openShop();
    const attempt = () =>
      signInWithPasskey(ports, { response: answer(makeChallenge(ports, 'anybody')), site: SITE, client: CLIENT });
    for (let count = 0; count < LIMITS.failedSignInsPerMinuteOfClient; count += 1) {
      await expect(attempt()).rejects.toMatchObject({ code: 'second_factor_invalid' });
    }
    expect(await failureOf(ports, attempt)).toMatchObject({ code: 'rate_limited' });
  });
});
