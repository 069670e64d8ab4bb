import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { inviteTo } from '../../../test/memory/join-team.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { viewInvitation } from './view-invitation.ts';

describe('viewInvitation', () => {
  it('shows an invitation until it expires', async () => {
    const shop = await openShop({ name: 'tulips' });
    const token = await inviteTo(shop, 'grace@example.com');
    shop.ports.clock.advance(LIMITS.invitationMs - 1);
    expect(await viewInvitation(shop.ports, token)).toMatchObject({
      merchantName: 'tulips',
      invitation: { email: 'grace@example.com' },
    });
    shop.ports.clock.advance(1);
    const failure = await failureOf(shop.ports, () => viewInvitation(shop.ports, token));
    expect(failure).toMatchObject({ code: 'invitation_invalid' });
  });

  it('does not know any other token', async () => {
    const shop = await openShop();
    const failure = await failureOf(shop.ports, () => viewInvitation(shop.ports, 'x'.repeat(43)));
    expect(failure).toMatchObject({ code: 'invitation_invalid' });
  });
});
