import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { inviteTo } from '../../../test/memory/join-team.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { viewInvitation } from './view-invitation.ts';

describe('revokeInvitation', () => {
  it('ends the invitation once, and only one of the own team', async () => {
    const shop = await openShop();
    const owner = await signInTo(shop);
    const stranger = await signInTo(await openShop({ ports: shop.ports, name: 'other' }));
    const token = await inviteTo(shop, 'grace@example.com');
    const { id } = (await viewInvitation(shop.ports, token)).invitation;
    const revoke = (signedIn: typeof owner, given: typeof id | undefined) => () =>
      revokeInvitation(shop.ports, signedIn, { id: given, address: '::1' });
    expect(await failureOf(shop.ports, revoke(stranger, id))).toMatchObject({ code: 'not_found' });
    expect(await failureOf(shop.ports, revoke(owner, undefined))).toMatchObject({ code: 'not_found' });
    await revoke(owner, id)();
    const failure = await failureOf(shop.ports, () => viewInvitation(shop.ports, token));
    expect(failure).toMatchObject({ code: 'invitation_invalid' });
    expect(await failureOf(shop.ports, revoke(owner, id))).toMatchObject({ code: 'not_found' });
  });
});
