import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import type { WaitingMail } from '../../src/ports/waiting-mail.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { insertAccount, NOW_MS, newHash, newId, sampleAudit } from './sample-rows.ts';

describe.each(controlPlanes())('mails in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(() => opened.empty());
  afterAll(() => opened.close());

  const merchantId = newId('mer');
  const sample = (more: Partial<WaitingMail> = {}): WaitingMail => ({
    id: newId('mail'),
    merchantId,
    kind: 'invitation',
    sealedContent: 'sealed',
    createdAtMs: NOW_MS,
    ...more,
  });
  const claim = (limit = 10, nowMs = NOW_MS) => opened.control.mails.claim(limit, nowMs, nowMs + 1_000);

  it('gives each mail to one process, the one that is due longest first', async () => {
    const { mails } = opened.control;
    const [first, second] = [
      sample(),
      sample({ merchantId: undefined, kind: 'password_reset', createdAtMs: NOW_MS + 1 }),
    ];
    await mails.add([second, first]);
    await mails.add([first]);
    expect(await claim(10, NOW_MS - 1)).toEqual([]);
    expect(await claim(1)).toEqual([{ ...first, attempts: 1 }]);
    const rounds = await Promise.all([claim(5, NOW_MS + 1), claim(5, NOW_MS + 1), claim(5, NOW_MS + 1)]);
    expect(rounds.flat()).toEqual([{ ...second, attempts: 1 }]);
    expect(await claim(10, NOW_MS + 999)).toEqual([]);
    expect(await claim(10, NOW_MS + 1_000)).toEqual([{ ...first, attempts: 2 }]);
  });

  it('tries again when it is told to, unless another process has claimed the mail meanwhile', async () => {
    const { mails } = opened.control;
    const mail = sample();
    await mails.add([mail]);
    await claim();
    await mails.retry({ id: mail.id, attempts: 1 }, NOW_MS + 100);
    expect(await claim(10, NOW_MS + 99)).toEqual([]);
    expect(await claim(10, NOW_MS + 100)).toMatchObject([{ attempts: 2 }]);
    await mails.retry({ id: mail.id, attempts: 1 }, NOW_MS + 101);
    expect(await claim(10, NOW_MS + 101)).toEqual([]);
  });

  it('forgets what was sent or given up, and records only what was given up', async () => {
    const { mails } = opened.control;
    const [sent, failed] = [sample(), sample()];
    await mails.add([sent, failed]);
    await mails.remove(sent.id);
    const audit = sampleAudit('mail.failed');
    await mails.giveUp(failed.id, audit);
    await mails.giveUp(failed.id, audit);
    expect(await mails.view(10)).toEqual({ count: 0, sinceMs: undefined });
    expect(await opened.readAudit()).toEqual([audit]);
  });

  it('says how many wait, up to a limit, and since when', async () => {
    const { mails } = opened.control;
    await mails.add([sample({ createdAtMs: NOW_MS + 5 }), sample(), sample()]);
    expect(await mails.view(2)).toEqual({ count: 2, sinceMs: NOW_MS });
    expect(await mails.view(10)).toEqual({ count: 3, sinceMs: NOW_MS });
  });

  it('is written with the audit entry of its cause', async () => {
    const { audit } = opened.control;
    const mail = sample();
    const entry = sampleAudit('member.invited');
    await audit.record({ ...entry, mails: [mail] });
    expect(await claim()).toEqual([{ ...mail, attempts: 1 }]);
    expect(await opened.readAudit()).toEqual([entry]);
  });

  it('drops and records what is above the limit of a merchant, and keeps those of others', async () => {
    const { mails } = opened.control;
    await mails.add(Array.from({ length: LIMITS.mailsWaitingMax }, () => sample()));
    const dropped = sample();
    await mails.add([dropped, sample({ merchantId: newId('mer') }), sample({ merchantId: undefined })]);
    expect((await mails.view(10_000)).count).toBe(LIMITS.mailsWaitingMax + 2);
    expect(await opened.readAudit()).toMatchObject([
      { action: 'mail.dropped', subject: dropped.id, merchantId, details: { kind: 'invitation' } },
    ]);
  });

  it('drops what is above the limit of nobody, and records nothing that would stay forever', async () => {
    const { mails } = opened.control;
    await mails.add(Array.from({ length: LIMITS.mailsWaitingMax + 1 }, () => sample({ merchantId: undefined })));
    expect((await mails.view(10_000)).count).toBe(LIMITS.mailsWaitingMax);
    expect(await opened.readAudit()).toEqual([]);
  });

  it('can be sealed again with another secret', async () => {
    const mail = sample();
    await opened.control.mails.add([mail]);
    const [value] = await opened.sealedValues.list(undefined, 10);
    expect(value).toEqual({ cell: ['mails.sealed_content', mail.id], sealed: 'sealed' });
    if (value) await opened.sealedValues.replace(value, 'sealed again');
    expect(await claim()).toMatchObject([{ sealedContent: 'sealed again' }]);
  });
});

describe.each(controlPlanes())('links to reset a password in $name', ({ open }) => {
  let opened: OpenControlPlane;
  let account: Awaited<ReturnType<typeof insertAccount>>;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    await opened.empty();
    account = await insertAccount(opened.control);
  });
  afterAll(() => opened.close());

  const offer = async (tokenHash: string, expiresAtMs = NOW_MS + 1_000) => {
    await opened.control.users.offerPasswordReset({ userId: account.owner.id, tokenHash, expiresAtMs }, undefined);
    return tokenHash;
  };
  /** After the creation of the account. */
  const readAudit = async () => (await opened.readAudit()).slice(1);
  const use = (tokenHash: string, nowMs = NOW_MS) =>
    opened.control.users.usePasswordReset(tokenHash, 'new hash', nowMs, () => sampleAudit('user.password_reset'));

  it('has one per user, until it expires', async () => {
    const { users } = opened.control;
    const first = await offer(newHash());
    const second = await offer(newHash());
    expect(await users.findPasswordReset(first, NOW_MS)).toBeUndefined();
    const { owner: user, merchant } = account;
    expect(await users.findPasswordReset(second, NOW_MS + 999)).toEqual({ user, merchant });
    expect(await users.findPasswordReset(second, NOW_MS + 1_000)).toBeUndefined();
    expect(await use(second, NOW_MS + 1_000)).toBe(false);
    await users.deleteExpired(NOW_MS + 1_000);
    expect(await users.findPasswordReset(second, NOW_MS)).toBeUndefined();
    expect(await readAudit()).toHaveLength(0);
  });

  it('is used once, of many requests at the same time', async () => {
    const { users } = opened.control;
    const token = await offer(newHash());
    const used = await Promise.all([use(token), use(token), use(token), use(newHash())]);
    expect(used.filter(Boolean)).toHaveLength(1);
    expect((await users.findById(account.owner.id))?.user.passwordHash).toBe('new hash');
    expect(await readAudit()).toEqual([sampleAudit('user.password_reset')]);
  });

  it('goes with a changed password, and records the request if it is told to', async () => {
    const { users } = opened.control;
    const [tokenHash, audit] = [newHash(), sampleAudit('user.password_reset_requested')];
    await users.offerPasswordReset({ userId: account.owner.id, tokenHash, expiresAtMs: NOW_MS + 1 }, audit);
    expect(await readAudit()).toEqual([audit]);
    await users.setPassword(account.owner.email, 'hash', sampleAudit('user.password_changed'));
    expect(await users.findPasswordReset(tokenHash, NOW_MS)).toBeUndefined();
  });

  it('knows who wants notices', async () => {
    const { users, team } = opened.control;
    expect(await team.listMembers(account.merchant.id)).toMatchObject([{ notices: true }]);
    await users.setNotices(account.owner.id, false);
    expect(await team.listMembers(account.merchant.id)).toMatchObject([{ notices: false }]);
  });

  it('deletes only failed sign-ins to unknown accounts from the audit log', async () => {
    const { audit } = opened.control;
    const failed = { ...sampleAudit('user.sign_in_failed'), merchantId: undefined };
    const kept = [
      { ...failed, merchantId: account.merchant.id },
      { ...failed, action: 'user.other' },
    ];
    for (const entry of [failed, ...kept, { ...failed, atMs: failed.atMs + 1 }]) await audit.record(entry);
    await audit.deleteUnknownSignIns(failed.atMs);
    expect(await readAudit()).toEqual([...kept, { ...failed, atMs: failed.atMs + 1 }]);
  });
});
