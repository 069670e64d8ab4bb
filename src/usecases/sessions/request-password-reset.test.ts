import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openMailbox } from '../../../test/memory/mailbox.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { requestPasswordReset } from './request-password-reset.ts';

async function setUp() {
  const { ports, made } = await openShop();
  const ask = (email: string, network = '203.0.113.9') =>
    requestPasswordReset(ports, { email, client: { address: network, network } });
  return { ports, email: made.owner.email, ask };
}

describe('requestPasswordReset', () => {
  it('does the same whether there is an account or not', async () => {
    const { ports, email, ask } = await setUp();
    openMailbox(ports);
    const looked: string[] = [];
    ports.users.findByEmail = async (text) => {
      looked.push(text);
      return undefined;
    };
    await ask(email);
    await ask('eve@example.com');
    expect(looked).toEqual([]);
    expect(await ports.mails.view(10)).toMatchObject({ count: 2 });
  });

  it('limits the requests for one account, in any spelling and from any client, and those of one client', async () => {
    const { ports, email, ask } = await setUp();
    openMailbox(ports);
    for (let count = 0; count < LIMITS.passwordResetsPerHour; count += 1) await ask(email, `198.51.100.${count}`);
    expect(await failureOf(ports, () => ask(email.toUpperCase()))).toMatchObject({ code: 'rate_limited' });
    for (let count = 0; count < LIMITS.passwordResetsPerHourOfClient; count += 1) await ask(`${count}@example.com`);
    expect(await failureOf(ports, () => ask('next@example.com'))).toMatchObject({ code: 'rate_limited' });
    ports.clock.advance(3_600_000);
    await ask(email);
  });

  it('says that the server sends no mails', async () => {
    const { ports, email, ask } = await setUp();
    expect(await failureOf(ports, () => ask(email))).toMatchObject({ code: 'mail_unavailable' });
  });
});
