import { describe, expect, it } from 'vitest';
import { openShop, PASSWORD } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { authenticateSession } from './authenticate-session.ts';
import { signIn } from './sign-in.ts';

async function setUp() {
  const { ports, made } = await openShop();
  const { owner, merchant } = made;
  const client = { address: '::1', network: '::/64', userAgent: '', session: undefined };
  const enter = (password = PASSWORD) => signIn(ports, { email: owner.email, password, client });
  const list = () => ports.sessions.list(owner.id, ports.clock.nowMs());
  return { ports, owner, merchant, enter, list };
}

describe('signIn', () => {
  it('opens a new session each time', async () => {
    const { ports, owner, merchant, enter, list } = await setUp();
    const [first, second] = [await enter(), await enter()];
    expect(first.token).not.toBe(second.token);
    expect(await list()).toHaveLength(2);
    const { id, email } = owner;
    expect(await authenticateSession(ports, first.token)).toMatchObject({ user: { id, email }, merchant });
    const entry = { action: 'user.signed_in', actor: id, merchantId: merchant.id };
    expect(ports.audit.entries.at(-1)).toMatchObject({ ...entry, details: { address: '::1', method: 'password' } });
  });

  it('answers invalid_credentials and opens no session for a wrong password', async () => {
    const { ports, owner, merchant, enter, list } = await setUp();
    await expect(enter('wrong')).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await list()).toEqual([]);
    const entry = { action: 'user.sign_in_failed', actor: 'visitor', merchantId: merchant.id, subject: owner.id };
    expect(ports.audit.entries.at(-1)).toMatchObject({ ...entry, details: { address: '::1' } });
  });

  it('opens no session if the password is changed while it is checked', async () => {
    const { ports, owner, merchant, enter, list } = await setUp();
    const { passwords } = ports;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (hash, password) => {
      const fits = await verify(hash, password);
      const audit = { actor: owner.id, action: 'user.password_reset', merchantId: merchant.id, subject: owner.id };
      await ports.users.setPassword(owner.email, 'another hash', { ...audit, details: {}, atMs: 0 });
      return fits;
    };
    await expect(enter()).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await list()).toEqual([]);
  });

  it('answers rate_limited after ten wrong passwords, also for the right one', async () => {
    const { enter, list } = await setUp();
    for (let attempt = 0; attempt < LIMITS.failedSignInsPerMinute; attempt += 1) {
      await expect(enter('wrong')).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    await expect(enter()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await list()).toEqual([]);
  });
});
