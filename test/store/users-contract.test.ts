import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { insertAccount, NOW_MS, newHash, newId, sampleAccount, sampleAudit } from './sample-rows.ts';

describe.each(controlPlanes())('users in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(() => opened.empty());
  afterAll(() => opened.close());

  it('knows whether there is a user, and finds one by email address in any case', async () => {
    const { users } = opened.control;
    expect(await users.exist()).toBe(false);
    const { owner, merchant } = await insertAccount(opened.control, { owner: { email: 'Ada@Example.com' } });
    expect(await users.exist()).toBe(true);
    expect(await users.findByEmail('aDA@example.COM')).toEqual({ user: owner, merchant });
    expect(await users.findByEmail('eve@example.com')).toBeUndefined();
  });

  it.each(['\u212Aim.s@example.com', 'kİm.s@example.com', 'kım.ſ@EXAMPLE.com', 'ｋim.s@example.com'])(
    'has one account for an email address and its spelling %s',
    async (spelling) => {
      const { users, merchants } = opened.control;
      const { owner, merchant } = await insertAccount(opened.control, { owner: { email: 'Kim.S@example.com' } });
      expect(await users.findByEmail(spelling)).toEqual({ user: owner, merchant });
      expect(await users.setPassword(spelling, 'new hash', sampleAudit('user.password_reset'))).toBe(true);
      expect((await users.findByEmail(owner.email))?.user.passwordHash).toBe('new hash');
      const second = sampleAccount({ owner: { email: spelling } });
      expect(await merchants.insert(second, sampleAudit('merchant.created'))).toBe(false);
    },
  );

  it('offers one setup link at a time, until there is a user', async () => {
    const { users } = opened.control;
    const [first, second, third] = [newHash(), newHash(), newHash()];
    expect(await users.isSetUpLink(first)).toBe(false);
    expect(await users.offerSetUpLink(first, NOW_MS)).toBe(true);
    expect(await users.isSetUpLink(first)).toBe(true);
    expect(await users.offerSetUpLink(second, NOW_MS + 1)).toBe(true);
    expect([await users.isSetUpLink(first), await users.isSetUpLink(second)]).toEqual([false, true]);
    await insertAccount(opened.control);
    expect(await users.offerSetUpLink(third, NOW_MS + 2)).toBe(false);
    expect(await users.isSetUpLink(third)).toBe(false);
  });

  it('sets a password, ends the sessions of that user only, and writes the audit entry', async () => {
    const { users, sessions } = opened.control;
    const [ada, eve] = [await insertAccount(opened.control), await insertAccount(opened.control)];
    const open1 = async ({ owner, merchant }: typeof ada) => {
      const session = {
        id: newId('ses'),
        tokenHash: newHash(),
        userId: owner.id,
        merchantId: merchant.id,
        createdAtMs: NOW_MS,
        lastSeenAtMs: NOW_MS,
        expiresAtMs: NOW_MS + 1,
        address: '::1',
        userAgent: '',
        secondFactorAtMs: undefined,
      };
      await sessions.insert(session, undefined);
      return session;
    };
    const [hers, other] = [await open1(ada), await open1(eve)];
    const audit = sampleAudit('user.password_reset');
    expect(await users.setPassword(ada.owner.email.toUpperCase(), 'new hash', audit)).toBe(true);
    expect((await users.findByEmail(ada.owner.email))?.user.passwordHash).toBe('new hash');
    expect((await users.findByEmail(eve.owner.email))?.user.passwordHash).toBe('hash');
    expect(await sessions.findByHash(hers.tokenHash, NOW_MS)).toBeUndefined();
    expect(await sessions.findByHash(other.tokenHash, NOW_MS)).toBeDefined();
    expect((await opened.readAudit()).at(-1)).toEqual(audit);
  });

  it('makes one user an operator, and writes an audit entry only for a change', async () => {
    const { users } = opened.control;
    const [ada, eve] = [await insertAccount(opened.control), await insertAccount(opened.control)];
    const before = await opened.readAudit();
    const [added, removed] = [sampleAudit('user.operator_added'), sampleAudit('user.operator_removed')];
    await users.setOperator(ada.owner.id, false, removed);
    await users.setOperator(ada.owner.id, true, added);
    await users.setOperator(ada.owner.id, true, added);
    expect((await users.findById(ada.owner.id))?.user).toEqual({ ...ada.owner, isOperator: true });
    expect((await users.findByEmail(eve.owner.email))?.user).toEqual(eve.owner);
    await users.setOperator(ada.owner.id, false, removed);
    expect((await users.findById(ada.owner.id))?.user).toEqual(ada.owner);
    expect((await opened.readAudit()).slice(before.length)).toEqual([added, removed]);
  });

  it('stores whether the first user of a merchant is an operator', async () => {
    const { owner, merchant } = await insertAccount(opened.control, { owner: { isOperator: true } });
    expect(await opened.control.users.findById(owner.id)).toEqual({ user: owner, merchant });
    expect(owner.isOperator).toBe(true);
  });

  it('sets no password of an unknown user, and writes no audit entry', async () => {
    const { users } = opened.control;
    expect(await users.setPassword('eve@example.com', 'new', sampleAudit('user.password_reset'))).toBe(false);
    expect(await opened.readAudit()).toEqual([]);
  });
});
