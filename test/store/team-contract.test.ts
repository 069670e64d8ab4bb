import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InvitationId } from '../../src/domain/ids.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import type { Invitation } from '../../src/domain/team/invitation.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { insertAccount, newId, sampleAudit } from './sample-rows.ts';

const auditOfRevoked = (id: InvitationId) => sampleAudit('invitation.revoked', { subject: id });

describe.each(controlPlanes())('teams in $name', ({ open }) => {
  let opened: OpenControlPlane;
  let rows: Awaited<ReturnType<typeof insertAccount>>;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    await opened.empty();
    rows = await insertAccount(opened.control);
  });
  afterAll(() => opened.close());

  const NOW_MS = 1_000_000;

  const sampleInvitation = (over: Partial<Invitation> = {}): Invitation => ({
    id: newId('inv'),
    merchantId: rows.merchant.id,
    email: 'grace@example.com',
    role: 'support',
    tokenHash: newId('inv'),
    invitedBy: rows.owner.id,
    createdAtMs: NOW_MS,
    expiresAtMs: NOW_MS + 1_000,
    acceptedAtMs: undefined,
    revokedAtMs: undefined,
    ...over,
  });

  const accept = (invitation: Invitation, atMs = NOW_MS) =>
    opened.control.team.accept(
      invitation.tokenHash,
      { id: newId('usr'), passwordHash: 'hash', createdAtMs: atMs },
      () => sampleAudit('member.joined'),
    );

  /** Another owner, and the invitations that are open: two of that owner, and one of the first. */
  async function inviteAsOther() {
    const { team } = opened.control;
    const first = sampleInvitation({ email: 'rob@example.com', role: 'owner' });
    await team.invite(first, sampleAudit('member.invited'));
    await accept(first);
    const found = await opened.control.users.findByEmail(first.email);
    if (!found) throw new Error('the user was not found');
    const rob = found.user.id;
    const theirs = ['alias@example.com', 'other@example.com'].map((email) =>
      sampleInvitation({ email, role: 'owner', invitedBy: rob }),
    );
    const kept = sampleInvitation({ email: 'kept@example.com' });
    for (const invitation of [...theirs, kept]) await team.invite(invitation, sampleAudit('member.invited'));
    return { rob, theirs, kept };
  }

  it('accept an invitation once, before it expires', async () => {
    const { team } = opened.control;
    const invitation = sampleInvitation();
    expect(await team.invite(invitation, sampleAudit('member.invited'))).toBe('invited');
    expect(await accept(invitation, NOW_MS + 1_000)).toBe('invalid');
    expect(await accept(invitation)).toMatchObject({ id: invitation.id });
    expect(await accept(invitation)).toBe('invalid');
    const members = await team.listMembers(rows.merchant.id);
    expect(new Map(members.map(({ email, role }) => [email, role]))).toEqual(
      new Map([
        [rows.owner.email, 'owner'],
        ['grace@example.com', 'support'],
      ]),
    );
    expect(await opened.control.users.findByEmail('grace@example.com')).toMatchObject({
      merchant: { id: rows.merchant.id },
    });
    expect(await team.findInvitation(invitation.tokenHash)).toMatchObject({ invitation: { acceptedAtMs: NOW_MS } });
  });

  it('replace the open invitation to the same address, and take no member twice', async () => {
    const { team } = opened.control;
    const first = sampleInvitation();
    const second = sampleInvitation({ email: 'Grace@Example.com' });
    await team.invite(first, sampleAudit('member.invited'));
    await team.invite(second, sampleAudit('member.invited'));
    expect(await team.listInvitations(rows.merchant.id, NOW_MS)).toEqual([second]);
    expect(await accept(first)).toBe('invalid');
    const own = sampleInvitation({ email: rows.owner.email });
    expect(await team.invite(own, sampleAudit('member.invited'))).toBe('member');
    const other = await opened.control.team.revokeInvitation(
      newId('mer'),
      second.id,
      sampleAudit('x', { atMs: NOW_MS }),
    );
    expect(other).toBe(false);
    const revoked = sampleAudit('invitation.revoked', { atMs: NOW_MS });
    expect(await team.revokeInvitation(rows.merchant.id, second.id, revoked)).toBe(true);
    expect(await team.revokeInvitation(rows.merchant.id, second.id, revoked)).toBe(false);
    expect(await team.listInvitations(rows.merchant.id, NOW_MS)).toEqual([]);
  });

  it('have a limit', async () => {
    const { team } = opened.control;
    for (let count = 1; count < LIMITS.teamMembersMax; count += 1) {
      const invitation = sampleInvitation({ email: `member${count}@example.com` });
      expect(await team.invite(invitation, sampleAudit('member.invited'))).toBe('invited');
    }
    expect(await team.invite(sampleInvitation(), sampleAudit('member.invited'))).toBe('full');
    const again = sampleInvitation({ email: 'member1@example.com' });
    expect(await team.invite(again, sampleAudit('member.invited'))).toBe('invited');
  });

  it('keep their last owner', async () => {
    const { team } = opened.control;
    const { merchant, owner } = rows;
    const demoted = sampleAudit('member.role_changed', { details: { role: 'support' } });
    expect(await team.changeRole(merchant.id, owner.id, 'support', demoted, auditOfRevoked)).toBe('last_owner');
    expect(await team.remove(merchant.id, owner.id, sampleAudit('member.removed'), auditOfRevoked)).toBe('last_owner');
    expect(await team.remove(merchant.id, newId('usr'), sampleAudit('member.removed'), auditOfRevoked)).toBe('unknown');
    const invitation = sampleInvitation({ role: 'owner' });
    await team.invite(invitation, sampleAudit('member.invited'));
    await accept(invitation);
    expect(await team.changeRole(merchant.id, owner.id, 'support', demoted, auditOfRevoked)).toBe('changed');
    expect(await team.listMembers(merchant.id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ userId: owner.id, role: 'support' })]),
    );
    expect(await team.remove(merchant.id, owner.id, sampleAudit('member.removed'), auditOfRevoked)).toBe('changed');
    expect(await opened.control.users.findByEmail(owner.email)).toBeUndefined();
    expect((await opened.readAudit()).at(-1)?.details).toEqual({ email: owner.email, role_before: 'support' });
  });

  it.each(['removed', 'no longer an owner'])('revoke the open invitations of a member who is %s', async (what) => {
    const { team } = opened.control;
    const { merchant } = rows;
    const { rob, theirs, kept } = await inviteAsOther();
    const change = sampleAudit('member.changed', { atMs: NOW_MS });
    const changed =
      what === 'removed'
        ? await team.remove(merchant.id, rob, change, auditOfRevoked)
        : await team.changeRole(merchant.id, rob, 'developer', change, auditOfRevoked);
    expect(changed).toBe('changed');
    expect(await team.listInvitations(merchant.id, NOW_MS)).toEqual([kept]);
    for (const invitation of theirs) {
      expect(await accept(invitation)).toBe('invalid');
      expect(await team.findInvitation(invitation.tokenHash)).toMatchObject({ invitation: { revokedAtMs: NOW_MS } });
    }
    const entries = (await opened.readAudit()).slice(-3);
    expect(entries.map(({ action, subject }) => ({ action, subject }))).toEqual([
      { action: 'member.changed', subject: 'something' },
      ...theirs.map(({ id }) => ({ action: 'invitation.revoked', subject: id })),
    ]);
    expect(await accept(kept)).toMatchObject({ id: kept.id });
  });

  it('keep the open invitations of an owner who stays one, and of a member who cannot be removed', async () => {
    const { team } = opened.control;
    const { merchant, owner } = rows;
    const invitation = sampleInvitation();
    await team.invite(invitation, sampleAudit('member.invited'));
    const change = sampleAudit('member.changed', { atMs: NOW_MS });
    expect(await team.remove(merchant.id, owner.id, change, auditOfRevoked)).toBe('last_owner');
    expect(await team.changeRole(merchant.id, owner.id, 'owner', change, auditOfRevoked)).toBe('changed');
    expect(await team.listInvitations(merchant.id, NOW_MS)).toEqual([invitation]);
    expect(await accept(invitation)).toMatchObject({ id: invitation.id });
  });

  it('accept no invitation of somebody who may not invite', async () => {
    const { team } = opened.control;
    const { rob } = await inviteAsOther();
    const change = sampleAudit('member.changed', { atMs: NOW_MS });
    await team.changeRole(rows.merchant.id, rob, 'developer', change, auditOfRevoked);
    const { owner: stranger } = await insertAccount(opened.control);
    for (const invitedBy of [rob, stranger.id, newId('usr')]) {
      const late = sampleInvitation({ email: 'late@example.com', role: 'support', invitedBy });
      await team.invite(late, sampleAudit('member.invited'));
      expect(await accept(late)).toBe('invalid');
    }
  });

  it('accept an invitation before its inviter is removed, or not at all', async () => {
    const { team } = opened.control;
    const { rob, theirs } = await inviteAsOther();
    const change = sampleAudit('member.removed', { atMs: NOW_MS });
    const [removed, ...accepted] = await Promise.all([
      team.remove(rows.merchant.id, rob, change, auditOfRevoked),
      ...theirs.map((invitation) => accept(invitation)),
    ]);
    expect(removed).toBe('changed');
    const listed = await team.listInvitations(rows.merchant.id, NOW_MS);
    expect(listed.map(({ email }) => email)).toEqual(['kept@example.com']);
    const members = new Set((await team.listMembers(rows.merchant.id)).map(({ email }) => email));
    for (const [index, { email }] of theirs.entries()) expect(members.has(email)).toBe(accepted[index] !== 'invalid');
  });

  it('show their audit entries by person and kind, in pages', async () => {
    const { audit } = opened.control;
    const merchantId = rows.merchant.id;
    for (const [actor, action] of [
      ['ada', 'wallet.changed'],
      ['bob', 'wallet.removed'],
      ['ada', 'walletx.changed'],
    ] as const) {
      await audit.record(sampleAudit(action, { actor, merchantId }));
    }
    await audit.record(sampleAudit('wallet.changed', { actor: 'ada', merchantId: newId('mer') }));
    const list = async (filter: { actor?: string; kind?: string; olderThan?: bigint; limit?: number }) =>
      audit.list({ merchantId, actor: undefined, kind: undefined, olderThan: undefined, limit: 10, ...filter });
    const actions = async (filter: Parameters<typeof list>[0]) => (await list(filter)).map(({ action }) => action);
    expect(await actions({})).toEqual(['walletx.changed', 'wallet.removed', 'wallet.changed']);
    expect(await actions({ actor: 'ada' })).toEqual(['walletx.changed', 'wallet.changed']);
    expect(await actions({ kind: 'wallet' })).toEqual(['wallet.removed', 'wallet.changed']);
    const [first] = await list({ limit: 1 });
    expect(await actions({ olderThan: first?.id ?? 0n, limit: 1 })).toEqual(['wallet.removed']);
  });
});
