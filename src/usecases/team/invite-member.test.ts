import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { inviteTo } from '../../../test/memory/join-team.ts';
import { openMailbox } from '../../../test/memory/mailbox.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { LIMITS } from '../../domain/limits.ts';
import { inviteMember } from './invite-member.ts';

const input = {
  email: ' grace@example.com ',
  role: 'developer' as const,
  baseUrl: 'https://pay.example',
  address: '::1',
};

describe('inviteMember', () => {
  it('returns a link with a token of 256 bits, and stores only its hash', async () => {
    const shop = await openShop();
    const owner = await signInTo(shop);
    const { invitation, url } = await inviteMember(shop.ports, owner, input);
    expect(url).toMatch(/^https:\/\/pay\.example\/dashboard\/invitation#[\w-]{43}$/);
    expect(JSON.stringify(shop.ports.snapshot())).not.toContain(url.split('#')[1]);
    expect(invitation).toMatchObject({ email: 'grace@example.com', role: 'developer', invitedBy: owner.user.id });
    expect(invitation.expiresAtMs - invitation.createdAtMs).toBe(LIMITS.invitationMs);
    expect(shop.ports.audit.entries.at(-1)).toMatchObject({ action: 'member.invited', actor: owner.user.id });
  });

  it('mails one address only a few times an hour, however many merchants invite it', async () => {
    const first = await openShop();
    openMailbox(first.ports);
    const mailed: boolean[] = [];
    for (let count = 0; count <= LIMITS.invitationMailsPerHourToAddress; count += 1) {
      const shop = count === 0 ? first : await openShop({ ports: first.ports, name: `shop${count}` });
      const spelling = count % 2 === 0 ? 'grace@example.com' : 'GRACE@example.com';
      const { isMailed } = await inviteMember(shop.ports, await signInTo(shop), { ...input, email: spelling });
      mailed.push(isMailed);
    }
    expect(mailed.indexOf(false)).toBe(LIMITS.invitationMailsPerHourToAddress);
    const other = await inviteMember(first.ports, await signInTo(first), { ...input, email: 'alan@example.com' });
    expect(other.isMailed).toBe(true);
    first.ports.clock.advance(3_600_001);
    expect((await inviteMember(first.ports, await signInTo(first), input)).isMailed).toBe(true);
  });

  it('rejects a member, a text that is no address, and a full team', async () => {
    const shop = await openShop();
    const owner = await signInTo(shop);
    const failure = (email: string) =>
      failureOf(shop.ports, () => inviteMember(shop.ports, owner, { ...input, email }));
    expect(await failure(owner.user.email)).toMatchObject({ code: 'email_taken' });
    expect(await failure('nobody')).toMatchObject({ code: 'validation_failed' });
    for (let count = 1; count < LIMITS.teamMembersMax; count += 1) {
      await inviteMember(shop.ports, owner, { ...input, email: `member${count}@example.com` });
    }
    expect(await failure('one.more@example.com')).toMatchObject({ code: 'invalid_state' });
    expect(await inviteTo(shop, 'member1@example.com')).toHaveLength(43);
  });
});
