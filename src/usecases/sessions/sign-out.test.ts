import { expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { listSessions } from './list-sessions.ts';
import { signOut } from './sign-out.ts';

it('signOut ends this session and no other, and may be repeated', async () => {
  const shop = await openShop();
  const [here, there] = [await signInTo(shop), await signInTo(shop)];
  await signOut(shop.ports, here, '::1');
  await signOut(shop.ports, here, '::1');
  expect(await listSessions(shop.ports, there)).toEqual([there.session]);
  const entries = shop.ports.audit.entries.filter(({ action }) => action === 'user.signed_out');
  expect(entries).toMatchObject([{ subject: here.session.id, details: { address: '::1' } }]);
});
