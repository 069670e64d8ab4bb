import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { CLIENT, joinTeam } from '../../../test/memory/join-team.ts';
import { openShop, PASSWORD } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changeMember } from './change-member.ts';
import { inviteMember } from './invite-member.ts';
import { viewInvitation } from './view-invitation.ts';

const address = '::1';

describe('changeMember', () => {
  it('gives a member another role', async () => {
    const shop = await openShop();
    const owner = await signInTo(shop);
    const { user, session } = await joinTeam(shop, 'grace@example.com', 'support');
    await changeMember(shop.ports, owner, { userId: user.id, role: 'owner', address });
    const found = await shop.ports.sessions.findByHash(session.tokenHash, shop.ports.clock.nowMs());
    expect(found?.role).toBe('owner');
    expect(shop.ports.audit.entries.at(-1)).toMatchObject({
      action: 'member.role_changed',
      subject: user.id,
      details: { role: 'owner', role_before: 'support', email: 'grace@example.com', address },
    });
  });

  it('removes a member, whose sessions end', async () => {
    const shop = await openShop();
    const owner = await signInTo(shop);
    const { user, session } = await joinTeam(shop, 'grace@example.com', 'support');
    await changeMember(shop.ports, owner, { userId: user.id, role: undefined, address });
    expect(await shop.ports.sessions.findByHash(session.tokenHash, shop.ports.clock.nowMs())).toBeUndefined();
    expect(shop.ports.audit.entries.at(-1)).toMatchObject({ action: 'member.removed', subject: user.id });
  });

  it.each([
    ['removed', undefined],
    ['no longer an owner', 'developer'],
  ] as const)('revokes the open invitations of a member who is %s', async (_what, role) => {
    const shop = await openShop();
    const owner = await signInTo(shop);
    const rob = await joinTeam(shop, 'rob@example.com', 'owner');
    const input = { email: 'alias@example.com', role: 'owner' as const, baseUrl: 'https://pay.example', address };
    const { invitation, url } = await inviteMember(shop.ports, rob, input);
    await changeMember(shop.ports, owner, { userId: rob.user.id, role, address });
    expect(shop.ports.audit.entries.at(-1)).toMatchObject({
      action: 'invitation.revoked',
      actor: owner.user.id,
      merchantId: owner.merchant.id,
      subject: invitation.id,
      details: { address },
    });
    const token = url.split('#')[1] ?? '';
    const revoked = { code: 'invitation_invalid', message: 'This invitation was revoked. Ask for a new one.' };
    expect(await failureOf(shop.ports, () => viewInvitation(shop.ports, token))).toMatchObject(revoked);
    const accept = { token, password: PASSWORD, client: CLIENT };
    expect(await failureOf(shop.ports, () => acceptInvitation(shop.ports, accept))).toMatchObject(revoked);
  });

  it('keeps the last owner, and knows only members of the own team', async () => {
    const shop = await openShop();
    const owner = await signInTo(shop);
    const stranger = await signInTo(await openShop({ ports: shop.ports, name: 'other' }));
    for (const role of ['support', undefined] as const) {
      const last = { userId: owner.user.id, role, address };
      expect(await failureOf(shop.ports, () => changeMember(shop.ports, owner, last))).toMatchObject({
        code: 'invalid_state',
      });
      for (const userId of [stranger.user.id, undefined]) {
        const failure = await failureOf(shop.ports, () => changeMember(shop.ports, owner, { userId, role, address }));
        expect(failure).toMatchObject({ code: 'not_found' });
      }
    }
  });
});
