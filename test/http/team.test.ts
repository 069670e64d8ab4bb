import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { runSql } from '../support/databases.ts';
import { untilHandled } from '../support/until-handled.ts';
import { Browser, PASSWORD } from './browser.ts';
import { expectProblem } from './expect-problem.ts';
import { idOf, joinTeam, openTeam, readTeam, tokenOf } from './join-team.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
let owner: Browser;
const OWNER = 'ada@example.com';

beforeAll(async () => {
  shop = await startShop();
  owner = await openTeam(shop.options, shop.baseUrl, OWNER);
});

afterAll(() => shop.stop());

const invite = (email: string, role = 'support', password: string | undefined = PASSWORD) =>
  owner.call('POST', '/team/invitations', { body: { email, role, password } });

const view = (token: string) => new Browser(shop.baseUrl).call('POST', '/invitation', { body: { token } });

const accept = (token: string, password = PASSWORD) =>
  new Browser(shop.baseUrl).call('POST', '/invitation/accept', { body: { token, password } });

describe('an invitation', () => {
  it('shows its link once, and only its hash is stored', async () => {
    const invited = await invite('ines@example.com', 'accountant');
    expect(invited.status).toBe(201);
    expect(invited.json['url']).toMatch(new RegExp(`^${shop.baseUrl}/dashboard/invitation#[\\w-]{43}$`));
    const token = tokenOf(invited.json['url']);
    expect((await owner.call('GET', '/team')).text).not.toContain(token);
    expect(JSON.stringify(await runSql(shop.databaseUrl, 'SELECT * FROM florin_control.invitations'))).not.toContain(
      token,
    );
    const { status, json } = await view(token);
    expect([status, json]).toEqual([
      200,
      { email: 'ines@example.com', role: 'accountant', merchant_name: expect.any(String) as string },
    ]);
  });

  it('makes a member who can sign in, and works once', async () => {
    const token = tokenOf((await invite('otto@example.com')).json['url']);
    const joined = await accept(token);
    expect(joined.status).toBe(201);
    expect(joined.json).toMatchObject({ role: 'support', user: { email: 'otto@example.com' } });
    expect((await new Browser(shop.baseUrl).signIn('otto@example.com')).status).toBe(200);
    expectProblem(await accept(token), 410, 'invitation_invalid');
    expectProblem(await view(token), 410, 'invitation_invalid');
    expect((await view(token)).text).toContain('already been used');
  });

  it('makes one member of many requests at the same time', async () => {
    const token = tokenOf((await invite('race@example.com')).json['url']);
    const replies = await Promise.all(Array.from({ length: 4 }, () => untilHandled(() => accept(token))));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 410)).toHaveLength(3);
  });

  it('stops working when it is revoked, replaced or expired', async () => {
    const first = await invite('late@example.com');
    const second = await invite('late@example.com');
    expect((await view(tokenOf(first.json['url']))).text).toContain('revoked');
    const revoked = await owner.call('DELETE', `/team/invitations/${String(second.json['id'])}`);
    expect(revoked.status).toBe(204);
    expectProblem(await accept(tokenOf(second.json['url'])), 410, 'invitation_invalid');
    expectProblem(await owner.call('DELETE', `/team/invitations/${String(second.json['id'])}`), 404, 'not_found');
    const third = await invite('late@example.com');
    const expires = Date.parse(String(third.json['expires_at']));
    expect(expires - Date.parse(String(third.json['created_at']))).toBe(LIMITS.invitationMs);
    await runSql(
      shop.databaseUrl,
      `UPDATE florin_control.invitations SET expires_at = now() WHERE email = 'late@example.com'`,
    );
    expect((await view(tokenOf(third.json['url']))).text).toContain('expired');
    expectProblem(await accept(tokenOf(third.json['url'])), 410, 'invitation_invalid');
    expectProblem(await accept('x'.repeat(43)), 410, 'invitation_invalid');
  });

  it('stops working when its inviter is removed', async () => {
    const rob = await joinTeam(owner, 'rob@example.com', 'owner');
    const body = { email: 'alias@example.com', role: 'owner', password: PASSWORD };
    const token = tokenOf((await rob.call('POST', '/team/invitations', { body })).json['url']);
    const id = await idOf(owner, 'rob@example.com');
    const removed = await owner.call('DELETE', `/team/members/${id}`, { body: { password: PASSWORD } });
    expect(removed.status).toBe(204);
    expect((await view(token)).text).toContain('revoked');
    expectProblem(await accept(token), 410, 'invitation_invalid');
  });

  it('needs the password of the owner, and an address that is not in the team', async () => {
    expectProblem(await invite('new@example.com', 'owner', 'wrong password'), 401, 'invalid_credentials');
    expectProblem(
      await owner.call('POST', '/team/invitations', { body: { email: 'new@example.com', role: 'owner' } }),
      422,
      'validation_failed',
    );
    expectProblem(await invite(OWNER.toUpperCase()), 409, 'email_taken');
    expectProblem(await invite('no address'), 422, 'validation_failed');
    expectProblem(await invite('new@example.com', 'admin'), 422, 'validation_failed');
    const short = await accept(tokenOf((await invite('short@example.com')).json['url']), 'short');
    expectProblem(short, 422, 'validation_failed');
  });
});

describe('the last owner', () => {
  it('can be neither removed nor demoted', async () => {
    const id = await idOf(owner, OWNER);
    expectProblem(
      await owner.call('DELETE', `/team/members/${id}`, { body: { password: PASSWORD } }),
      409,
      'invalid_state',
    );
    const demote = { body: { role: 'developer', password: PASSWORD } };
    expectProblem(await owner.call('PATCH', `/team/members/${id}`, demote), 409, 'invalid_state');
    expect(
      (await owner.call('PATCH', `/team/members/${id}`, { body: { role: 'owner', password: PASSWORD } })).status,
    ).toBe(200);
  });

  it('stays when two owners demote each other at the same time', async () => {
    const other = await joinTeam(owner, 'twin@example.com', 'owner');
    const [mine, theirs] = [await idOf(owner, OWNER), await idOf(owner, 'twin@example.com')];
    const body = { role: 'developer', password: PASSWORD };
    const replies = await Promise.all([
      owner.call('PATCH', `/team/members/${theirs}`, { body }),
      other.call('PATCH', `/team/members/${mine}`, { body }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = replies[0]?.status === 200 ? owner : other;
    const { members } = await readTeam(winner);
    expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1);
  });
});

describe('the audit log', () => {
  it('has a row for every change of the team', async () => {
    const rows = await runSql<{ action: string }>(
      shop.databaseUrl,
      `SELECT DISTINCT action FROM florin_control.audit_log WHERE action ~ '^(member|invitation)'`,
    );
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'invitation.revoked',
      'member.invited',
      'member.joined',
      'member.removed',
      'member.role_changed',
    ]);
  });
});
