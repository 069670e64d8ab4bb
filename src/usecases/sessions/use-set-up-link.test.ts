import { describe, expect, it } from 'vitest';
import { createMemoryPorts, type MemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import { authenticateSession } from './authenticate-session.ts';
import { offerSetUpLink } from './offer-set-up-link.ts';
import { useSetUpLink } from './use-set-up-link.ts';

const client = { address: '::1', network: '::/64', userAgent: '', session: undefined };

const offer = async (ports: MemoryPorts): Promise<string> => (await offerSetUpLink(ports, ''))?.split('#')[1] ?? '';

const accept = (ports: MemoryPorts, linkToken: string, more: { password?: string; email?: string } = {}) =>
  useSetUpLink(ports, {
    linkToken,
    businessName: 'Shop',
    email: 'ada@example.com',
    password: '0123456789',
    client,
    ...more,
  });

describe('useSetUpLink', () => {
  it('creates the first account, whose user is an operator, and signs it in', async () => {
    const ports = createMemoryPorts();
    const { token } = await accept(ports, await offer(ports));
    expect(await authenticateSession(ports, token)).toMatchObject({
      merchant: { name: 'Shop' },
      user: { isOperator: true },
    });
    expect(ports.audit.entries).toMatchObject([
      { actor: 'set_up_link', action: 'merchant.created', details: { operator: true } },
    ]);
  });

  it('answers setup_link_invalid for a link that was used, replaced or never offered', async () => {
    const ports = createMemoryPorts();
    const old = await offer(ports);
    const link = await offer(ports);
    for (const token of [old, 'never', '']) {
      expect(await failureOf(ports, () => accept(ports, token))).toMatchObject({ code: 'setup_link_invalid' });
    }
    await accept(ports, link);
    const again = () => accept(ports, link, { email: 'eve@example.com' });
    expect(await failureOf(ports, again)).toMatchObject({ code: 'setup_link_invalid' });
  });

  it('answers setup_link_invalid once an account was created in another way', async () => {
    const ports = createMemoryPorts();
    const link = await offer(ports);
    await createMerchant(ports, { name: 'a', email: 'a@b.c', password: '0123456789', actor: 'cli' });
    expect(await failureOf(ports, () => accept(ports, link))).toMatchObject({ code: 'setup_link_invalid' });
  });

  it('hashes no password for a link that is not open', async () => {
    const ports = createMemoryPorts();
    const passwords = { ...ports.passwords, hash: () => expect.fail('hashed') };
    await expect(accept({ ...ports, passwords }, 'never')).rejects.toMatchObject({ code: 'setup_link_invalid' });
  });

  it('stays open when the account cannot be created', async () => {
    const ports = createMemoryPorts();
    const link = await offer(ports);
    const failure = await failureOf(ports, () => accept(ports, link, { password: 'short' }));
    expect(failure).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '#/password' }] });
    await expect(accept(ports, link)).resolves.toBeDefined();
  });

  it('works for one of two people who use it at the same time', async () => {
    const ports = createMemoryPorts();
    const link = await offer(ports);
    const results = await Promise.allSettled([
      accept(ports, link, { email: 'ada@example.com' }),
      accept(ports, link, { email: 'eve@example.com' }),
    ]);
    expect(results).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'setup_link_invalid' } },
    ]);
    expect(await ports.merchants.list()).toHaveLength(1);
  });
});
