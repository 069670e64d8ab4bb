import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { CLIENT, inviteTo, joinTeam } from '../../../test/memory/join-team.ts';
import { openShop, PASSWORD } from '../../../test/memory/open-shop.ts';
import { acceptInvitation } from './accept-invitation.ts';

describe('acceptInvitation', () => {
  it('signs a new member in, with the role of the invitation', async () => {
    const shop = await openShop();
    const member = await joinTeam(shop, 'grace@example.com', 'accountant');
    expect(member).toMatchObject({
      role: 'accountant',
      user: { email: 'grace@example.com', isOperator: false },
    });
    expect(member.merchant.id).toBe(shop.made.merchant.id);
    expect(shop.ports.audit.entries.at(-1)).toMatchObject({
      action: 'member.joined',
      actor: member.user.id,
      details: { address: CLIENT.address },
    });
  });

  it('rejects a second use, a short password and an address with an account', async () => {
    const shop = await openShop();
    const token = await inviteTo(shop, 'grace@example.com');
    const input = { token, password: PASSWORD, client: CLIENT };
    const short = await failureOf(shop.ports, () => acceptInvitation(shop.ports, { ...input, password: 'short' }));
    expect(short).toMatchObject({ code: 'validation_failed' });
    await acceptInvitation(shop.ports, input);
    const again = await failureOf(shop.ports, () => acceptInvitation(shop.ports, input));
    expect(again).toMatchObject({ code: 'invitation_invalid' });
    const other = await openShop({ ports: shop.ports, name: 'other' });
    const taken = { ...input, token: await inviteTo(other, 'GRACE@example.com') };
    const failure = await failureOf(shop.ports, () => acceptInvitation(shop.ports, taken));
    expect(failure).toMatchObject({ code: 'email_taken' });
  });
});
