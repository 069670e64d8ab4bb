import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { CLIENT } from '../../../test/memory/join-team.ts';
import { openMailbox, sendWaiting } from '../../../test/memory/mailbox.ts';
import { openShop, PASSWORD } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { LIMITS } from '../../domain/limits.ts';
import { listSessions } from './list-sessions.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { signIn } from './sign-in.ts';
import { usePasswordReset, viewPasswordReset } from './use-password-reset.ts';

const NEXT = 'another horse battery';

async function setUp() {
  const shop = await openShop();
  const { ports, made } = shop;
  const mailbox = openMailbox(ports);
  const getToken = async () => {
    await requestPasswordReset(ports, { email: made.owner.email, client: CLIENT });
    await sendWaiting(ports, mailbox);
    return mailbox.token;
  };
  const reset = (token: string, password = NEXT) => usePasswordReset(ports, { token, password, address: '::1' });
  const failure = (token: string, password = NEXT) => failureOf(ports, () => reset(token, password));
  return { shop, ports, email: made.owner.email, mailbox, getToken, reset, failure };
}

describe('usePasswordReset', () => {
  it('sets the password once, ends all sessions, and tells the user', async () => {
    const { shop, ports, email, mailbox, getToken, reset, failure } = await setUp();
    const here = await signInTo(shop);
    const token = await getToken();
    expect(await viewPasswordReset(ports, token)).toEqual({ email });
    await reset(token);
    expect(await listSessions(ports, here)).toEqual([]);
    expect(await failure(token)).toMatchObject({ code: 'password_reset_invalid' });
    await expect(signIn(ports, { email, password: PASSWORD, client: CLIENT })).rejects.toBeDefined();
    await signIn(ports, { email, password: NEXT, client: CLIENT });
    const entry = { action: 'user.password_reset', subject: here.user.id, details: { address: '::1', by: 'mail' } };
    expect(ports.audit.entries).toContainEqual(expect.objectContaining(entry));
    await sendWaiting(ports, mailbox);
    expect(mailbox.sent.at(-1)).toMatchObject({ to: email, subject: 'Your Florin password was changed' });
  });

  it('works until the end of the hour, and only with the newest link', async () => {
    const { ports, getToken, failure } = await setUp();
    const first = await getToken();
    const second = await getToken();
    expect(await failure(first)).toMatchObject({ code: 'password_reset_invalid' });
    ports.clock.advance(LIMITS.passwordResetMs - 1);
    await viewPasswordReset(ports, second);
    ports.clock.advance(1);
    expect(await failure(second)).toMatchObject({ code: 'password_reset_invalid' });
  });

  it('keeps the link if the password is too short, and knows no other text', async () => {
    const { ports, getToken, failure } = await setUp();
    const token = await getToken();
    expect(await failure(token, 'short')).toMatchObject({ code: 'validation_failed' });
    expect(await failure('')).toMatchObject({ code: 'password_reset_invalid' });
    await viewPasswordReset(ports, token);
  });

  it('is used up by one of many requests at the same time', async () => {
    const { getToken, reset } = await setUp();
    const token = await getToken();
    const outcomes = await Promise.allSettled([reset(token), reset(token), reset(token)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a changed password makes the open link useless', async () => {
    const { ports, email, getToken, failure } = await setUp();
    const token = await getToken();
    const audit = { actor: 'test', action: 'test', merchantId: undefined, subject: '', details: {}, atMs: 0 };
    await ports.users.setPassword(email, 'hash', audit);
    expect(await failure(token)).toMatchObject({ code: 'password_reset_invalid' });
  });
});
