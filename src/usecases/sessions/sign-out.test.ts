import { expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { listSessions } from './list-sessions.ts';
import { signOut } from './sign-out.ts';

it('signOut ends this session and no other, and may be repeated', async () => {
  const shop = await openShop();
  const [here, there] = [await signInTo(shop), await signInTo(shop)];
  await signOut(shop.ports, here);
  await signOut(shop.ports, here);
  expect(await listSessions(shop.ports, there)).toEqual([there.session]);
});
