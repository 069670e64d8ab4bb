import { expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { LIMITS } from '../../domain/limits.ts';
import { listSessions } from './list-sessions.ts';

it('listSessions lists the user’s sessions that have not expired, the one seen last first', async () => {
  const shop = await openShop();
  const first = await signInTo(shop);
  shop.ports.clock.advance(1);
  const second = await signInTo(shop);
  await signInTo(await openShop({ ports: shop.ports, name: 'other' }));
  const ids = async () => (await listSessions(shop.ports, first)).map(({ id }) => id);
  expect(await ids()).toEqual([second.session.id, first.session.id]);
  shop.ports.clock.advance(LIMITS.sessionMs - 1);
  expect(await ids()).toEqual([second.session.id]);
});
