import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openMailbox, sendWaiting } from '../../../test/memory/mailbox.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { LIMITS } from '../../domain/limits.ts';
import { UserError } from '../../domain/user-error.ts';
import { listSessions } from './list-sessions.ts';
import { resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';

const client = { address: '::1', network: '::/64', userAgent: '', session: undefined };

describe('resetPassword', () => {
  it('sets the password, signs the user out everywhere and records it', async () => {
    const shop = await openShop();
    const { ports, made } = shop;
    const signedIn = await signInTo(shop);
    const { email } = made.owner;
    await resetPassword(ports, { email, password: 'a new password', actor: 'cli' });
    expect(await listSessions(ports, signedIn)).toEqual([]);
    await expect(signIn(ports, { email, password: 'a new password', client })).resolves.toBeDefined();
    await expect(signInTo(shop)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(ports.audit.entries).toContainEqual({
      actor: 'cli',
      action: 'user.password_reset',
      merchantId: made.merchant.id,
      subject: made.owner.id,
      details: { email },
      atMs: ports.clock.nowMs(),
    });
  });

  it('tells the user by mail what the operator did', async () => {
    const { ports, made } = await openShop();
    const mailbox = openMailbox(ports);
    const { email } = made.owner;
    await resetPassword(ports, { email, password: 'a new password', actor: 'cli', removesSecondFactors: true });
    await sendWaiting(ports, mailbox);
    expect(mailbox.sent.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      `${email} A second factor of your Florin account was removed`,
      `${email} Your Florin password was changed`,
    ]);
  });

  it('finds the user by another spelling of the email address', async () => {
    const { ports, made } = await openShop();
    await resetPassword(ports, { email: ' OWNER@ſhop.example', password: 'a new password', actor: 'cli' });
    const { email } = made.owner;
    await expect(signIn(ports, { email, password: 'a new password', client })).resolves.toBeDefined();
  });

  it('rejects an unknown user', async () => {
    const { ports } = await openShop();
    const input = { email: 'eve@example.com', password: 'a new password', actor: 'cli' };
    expect(await failureOf(ports, () => resetPassword(ports, input))).toBeInstanceOf(UserError);
  });

  it.each([LIMITS.passwordLengthMin - 1, LIMITS.passwordLengthMax + 1])(
    'answers validation_failed for a password of %i characters',
    async (length) => {
      const { ports, made } = await openShop();
      const input = { email: made.owner.email, password: 'x'.repeat(length), actor: 'cli' };
      expect(await failureOf(ports, () => resetPassword(ports, input))).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '#/password' }],
      });
    },
  );
});
