import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { LIMITS } from '../../domain/limits.ts';
import { authenticateSession } from './authenticate-session.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

const PASSWORD = '0123456789';
const client = { address: '::1', network: '::/64', userAgent: '', session: undefined };

function setUp() {
  const ports = createMemoryPorts();
  const hashed: string[] = [];
  const passwords = {
    ...ports.passwords,
    hash(password: string) {
      hashed.push(password);
      return ports.passwords.hash(password);
    },
  };
  const join = (email: string, more: { open?: boolean; password?: string } = {}) =>
    signUp(
      { ...ports, passwords },
      { open: true, businessName: 'Shop', email, password: PASSWORD, client: client.network, ...more },
    );
  return { ports, join, hashed };
}

describe('signUp', () => {
  it('creates a merchant whose owner can sign in', async () => {
    const { ports, join } = setUp();
    await join('ada@example.com');
    const { token } = await signIn(ports, { email: 'ada@example.com', password: PASSWORD, client });
    const signedIn = await authenticateSession(ports, token);
    expect(signedIn).toMatchObject({
      user: { email: 'ada@example.com', isOperator: false },
      merchant: { name: 'Shop' },
    });
    expect(ports.audit.entries[0]).toMatchObject({ actor: 'sign_up', action: 'merchant.created' });
  });

  it('answers the same with a taken email address, after the same work, and changes no account', async () => {
    const { ports, join, hashed } = setUp();
    const created = await join('ada@example.com');
    expect(await join(' ADA@example.com', { password: 'another one' })).toEqual(created);
    expect(hashed).toEqual([PASSWORD, 'another one']);
    expect(await ports.merchants.list()).toHaveLength(1);
    await expect(signIn(ports, { email: 'ada@example.com', password: PASSWORD, client })).resolves.toBeDefined();
    await expect(signIn(ports, { email: 'ada@example.com', password: 'another one', client })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    const entry = { actor: 'sign_up', action: 'user.sign_up_repeated', subject: 'ADA@example.com' };
    expect(ports.audit.entries).toContainEqual(expect.objectContaining(entry));
  });

  it('takes another spelling of an email address for the same one', async () => {
    const { ports, join } = setUp();
    await join('kim.s@example.com');
    for (const email of ['KIM.S@example.com', '\u212Aım.s@example.com', 'kİm.ſ@example.com']) await join(email);
    expect(await ports.merchants.list()).toHaveLength(1);
    const signedIn = await signIn(ports, { email: 'kİm.ſ@example.com', password: PASSWORD, client });
    expect(await authenticateSession(ports, signedIn.token)).toMatchObject({ user: { email: 'kim.s@example.com' } });
  });

  it('answers signup_closed where it is closed, and writes nothing', async () => {
    const { ports, join } = setUp();
    const failure = await failureOf(ports, () => join('ada@example.com', { open: false }));
    expect(failure).toMatchObject({ code: 'signup_closed' });
  });

  it('answers validation_failed for a short password, whether the email address is taken or not', async () => {
    const { join } = setUp();
    await join('ada@example.com');
    for (const email of ['ada@example.com', 'eve@example.com']) {
      await expect(join(email, { password: 'short' })).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '#/password' }],
      });
    }
  });

  it('counts every attempt of a client, also those that succeed', async () => {
    const { join } = setUp();
    for (let count = 0; count < LIMITS.signUpsPerMinute; count += 1) await join(`${count}@example.com`);
    await expect(join('next@example.com')).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
