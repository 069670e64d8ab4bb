import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { endSession } from './end-session.ts';
import { listSessions } from './list-sessions.ts';

describe('endSession', () => {
  it('signs out another device of the same user', async () => {
    const shop = await openShop();
    const [here, there] = [await signInTo(shop), await signInTo(shop)];
    await endSession(shop.ports, here, { id: there.session.id, address: '::1' });
    expect(await listSessions(shop.ports, here)).toEqual([here.session]);
    const entry = { action: 'user.session_ended', subject: there.session.id, details: { address: '::1' } };
    expect(shop.ports.audit.entries.at(-1)).toMatchObject(entry);
  });

  it('answers not_found for no id, a session that has ended and another user’s session', async () => {
    const shop = await openShop();
    const [here, ended] = [await signInTo(shop), await signInTo(shop)];
    const other = await signInTo(await openShop({ ports: shop.ports, name: 'other' }));
    await endSession(shop.ports, here, { id: ended.session.id, address: '::1' });
    for (const id of [undefined, ended.session.id, other.session.id]) {
      const failure = await failureOf(shop.ports, () => endSession(shop.ports, here, { id, address: '::1' }));
      expect(failure).toMatchObject({ code: 'not_found' });
    }
  });
});
