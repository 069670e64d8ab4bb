import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../src/ports/sessions.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { insertAccount, NOW_MS, newHash, newId, sampleAudit } from './sample-rows.ts';

describe.each(controlPlanes())('sessions in $name', ({ open }) => {
  let opened: OpenControlPlane;
  let account: Awaited<ReturnType<typeof insertAccount>>;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    account = await insertAccount(opened.control);
  });
  afterAll(() => opened.close());

  const insert = async (more: Partial<Session> = {}, replaces?: Session['id']): Promise<Session> => {
    const session = {
      id: newId('ses'),
      tokenHash: newHash(),
      userId: account.owner.id,
      merchantId: account.merchant.id,
      createdAtMs: NOW_MS,
      lastSeenAtMs: NOW_MS,
      expiresAtMs: NOW_MS + 1_000,
      address: '203.0.113.7',
      userAgent: 'Browser',
      secondFactorAtMs: undefined,
      ...more,
    };
    await opened.control.sessions.insert(session, replaces);
    return session;
  };

  it('finds a session by its hash up to its last millisecond', async () => {
    const { sessions } = opened.control;
    const session = await insert();
    const { owner, merchant } = account;
    const user = { id: owner.id, email: owner.email, isOperator: false };
    const found = { session, user, merchant, role: 'owner' };
    expect(await sessions.findByHash(session.tokenHash, NOW_MS + 999)).toEqual(found);
    expect(await sessions.findByHash(session.tokenHash, NOW_MS + 1_000)).toBeUndefined();
    expect(await sessions.findByHash(newHash(), NOW_MS)).toBeUndefined();
  });

  it('finds with a session whether its user is an operator now', async () => {
    const { sessions, users } = opened.control;
    const { tokenHash } = await insert();
    const isOperator = async () => (await sessions.findByHash(tokenHash, NOW_MS))?.user.isOperator;
    await users.setOperator(account.owner.id, true, sampleAudit('user.operator_added'));
    expect(await isOperator()).toBe(true);
    await users.setOperator(account.owner.id, false, sampleAudit('user.operator_removed'));
    expect(await isOperator()).toBe(false);
  });

  it('finds no session of a user who does not belong to the merchant', async () => {
    const other = await insertAccount(opened.control);
    const { tokenHash } = await insert({ merchantId: other.merchant.id });
    expect(await opened.control.sessions.findByHash(tokenHash, NOW_MS)).toBeUndefined();
  });

  it('replaces a session, both or neither', async () => {
    const { sessions } = opened.control;
    const first = await insert();
    const second = await insert({}, first.id);
    expect(await sessions.findByHash(first.tokenHash, NOW_MS)).toBeUndefined();
    await expect(insert({ userId: newId('usr') }, second.id)).rejects.toThrow();
    const third = await insert();
    await expect(insert({ tokenHash: third.tokenHash }, second.id)).rejects.toThrow();
    expect(await sessions.findByHash(second.tokenHash, NOW_MS)).toBeDefined();
  });

  it('opens no session for a password that was changed meanwhile, and keeps the one it had', async () => {
    const { sessions, users } = opened.control;
    const before = await insert();
    const { owner, merchant } = account;
    const session = { ...before, id: newId('ses'), tokenHash: newHash() };
    const { passwordHash } = owner;
    expect(await sessions.insert(session, before.id, { passwordHash: 'another' })).toBe(false);
    expect(await sessions.findByHash(before.tokenHash, NOW_MS)).toBeDefined();
    expect(await sessions.insert(session, before.id, { passwordHash })).toBe(true);
    const audit = {
      actor: owner.id,
      action: 'user.password_reset',
      merchantId: merchant.id,
      subject: owner.id,
      details: {},
      atMs: NOW_MS,
    };
    await users.setPassword(owner.email, 'new hash', audit);
    expect(await sessions.insert({ ...session, id: newId('ses') }, undefined, { passwordHash })).toBe(false);
    expect(await sessions.list(owner.id, NOW_MS)).toEqual([]);
  });

  it('renews a session, and never takes its end back', async () => {
    const { sessions } = opened.control;
    const { id, tokenHash } = await insert();
    await sessions.renew(id, NOW_MS + 10, NOW_MS + 5_000);
    await sessions.renew(id, NOW_MS + 10, NOW_MS + 1);
    await sessions.renew(id, NOW_MS + 5, NOW_MS + 1);
    expect((await sessions.findByHash(tokenHash, NOW_MS))?.session).toMatchObject({
      lastSeenAtMs: NOW_MS + 10,
      expiresAtMs: NOW_MS + 5_000,
    });
  });

  it('lists the sessions of a user that have not expired, the one seen last first, at most 100', async () => {
    const { sessions } = opened.control;
    const [old, recent] = [await insert(), await insert({ lastSeenAtMs: NOW_MS + 2 })];
    const twin = await insert();
    await insert({ expiresAtMs: NOW_MS + 5 });
    expect(await sessions.list(account.owner.id, NOW_MS + 5)).toEqual([recent, twin, old]);
    expect(await sessions.list(newId('usr'), NOW_MS)).toEqual([]);
    for (let count = 0; count < 100; count += 1) await insert();
    expect(await sessions.list(account.owner.id, NOW_MS + 5)).toHaveLength(100);
  });

  it('ends a session only for its user', async () => {
    const { sessions } = opened.control;
    const { id, tokenHash } = await insert();
    expect(await sessions.end(newId('usr'), id)).toBe(false);
    expect(await sessions.findByHash(tokenHash, NOW_MS)).toBeDefined();
    expect(await sessions.end(account.owner.id, id)).toBe(true);
    expect(await sessions.end(account.owner.id, id)).toBe(false);
    expect(await sessions.findByHash(tokenHash, NOW_MS)).toBeUndefined();
  });

  it('tells which sessions have ended, by deletion or by time', async () => {
    const { sessions } = opened.control;
    const [running, ended, expired] = [await insert(), await insert(), await insert({ expiresAtMs: NOW_MS + 5 })];
    await sessions.end(account.owner.id, ended.id);
    const watched = [running.id, ended.id, expired.id];
    expect(await sessions.findEnded(watched, NOW_MS + 4)).toEqual([ended.id]);
    expect((await sessions.findEnded(watched, NOW_MS + 5)).toSorted()).toEqual([ended.id, expired.id].toSorted());
    expect(await sessions.findEnded([], NOW_MS)).toEqual([]);
  });

  it('deletes sessions that have expired', async () => {
    const { sessions } = opened.control;
    const [kept, expired] = [await insert({ expiresAtMs: NOW_MS + 6 }), await insert({ expiresAtMs: NOW_MS + 5 })];
    await sessions.deleteExpired(NOW_MS + 5);
    expect(await sessions.findEnded([kept.id, expired.id], NOW_MS - 1)).toEqual([expired.id]);
  });
});
