import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { LIMITS } from '../../domain/limits.ts';
import { authenticateSession } from './authenticate-session.ts';
import { signUp } from './sign-up.ts';

const client = { address: '::1', userAgent: '', session: undefined };

function setUp() {
  const ports = createMemoryPorts();
  const join = (email: string, more: { open?: boolean; password?: string } = {}) =>
    signUp(ports, { open: true, businessName: 'Shop', email, password: '0123456789', client, ...more });
  return { ports, join };
}

describe('signUp', () => {
  it('creates a merchant and signs its owner in', async () => {
    const { ports, join } = setUp();
    const { token } = await join('ada@example.com');
    const signedIn = await authenticateSession(ports, token);
    expect(signedIn).toMatchObject({ user: { email: 'ada@example.com' }, merchant: { name: 'Shop' } });
    expect(ports.audit.entries).toMatchObject([{ actor: 'sign_up', action: 'merchant.created' }]);
  });

  it('answers signup_closed where it is closed, and writes nothing', async () => {
    const { ports, join } = setUp();
    const failure = await failureOf(ports, () => join('ada@example.com', { open: false }));
    expect(failure).toMatchObject({ code: 'signup_closed' });
  });

  it('answers email_taken and validation_failed without a session', async () => {
    const { ports, join } = setUp();
    await join('ada@example.com');
    await expect(join('ADA@example.com')).rejects.toMatchObject({ code: 'email_taken' });
    await expect(join('eve@example.com', { password: 'short' })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '#/password' }],
    });
    expect(await ports.merchants.list()).toHaveLength(1);
    const owner = await ports.users.findByEmail('ada@example.com');
    expect(owner && (await ports.sessions.list(owner.user.id, 0))).toHaveLength(1);
  });

  it('counts every attempt of a client address, also those that succeed', async () => {
    const { join } = setUp();
    for (let count = 0; count < LIMITS.failedSignInsPerMinute; count += 1) await join(`${count}@example.com`);
    await expect(join('next@example.com')).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
