import { describe, expect, it } from 'vitest';
import { CLIENT } from '../../../test/memory/join-team.ts';
import { openMailbox, sendWaiting } from '../../../test/memory/mailbox.ts';
import { openShop, PASSWORD } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { changePassword } from './change-password.ts';
import { listSessions } from './list-sessions.ts';
import { signIn } from './sign-in.ts';

describe('changePassword', () => {
  it('sets the password and keeps only this session', async () => {
    const shop = await openShop();
    const [here] = [await signInTo(shop), await signInTo(shop)];
    await changePassword(shop.ports, here, { password: 'another horse battery', address: '::1' });
    expect(await listSessions(shop.ports, here)).toEqual([here.session]);
    const { email } = here.user;
    await expect(signIn(shop.ports, { email, password: PASSWORD, client: CLIENT })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await signIn(shop.ports, { email, password: 'another horse battery', client: CLIENT });
    const entry = { action: 'user.password_changed', actor: here.user.id };
    expect(shop.ports.audit.entries).toContainEqual(expect.objectContaining(entry));
  });

  it('tells the user by mail', async () => {
    const shop = await openShop();
    const mailbox = openMailbox(shop.ports);
    const here = await signInTo(shop);
    await changePassword(shop.ports, here, { password: 'another horse battery', address: '203.0.113.9' });
    expect(await sendWaiting(shop.ports, mailbox)).toEqual(['sent']);
    expect(mailbox.sent).toMatchObject([{ to: here.user.email, subject: 'Your Florin password was changed' }]);
    expect(mailbox.sent[0]?.text).toContain('203.0.113.9');
  });

  it('rejects a short one', async () => {
    const shop = await openShop();
    const here = await signInTo(shop);
    const change = changePassword(shop.ports, here, { password: 'short', address: '::1' });
    await expect(change).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
