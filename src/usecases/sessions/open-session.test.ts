import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makeId, type SessionId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { accountName } from './account-name.ts';
import { openSession } from './open-session.ts';

async function setUp() {
  const { ports, made } = await openShop();
  const { owner, merchant } = made;
  const open = (session?: SessionId, userAgent = 'Browser') =>
    openSession(ports, {
      user: owner,
      merchantId: merchant.id,
      client: { address: '::1', network: '::/64', userAgent, session },
    });
  const list = () => ports.sessions.list(owner.id, ports.clock.nowMs());
  return { ports, owner, merchant, open, list };
}

describe('openSession', () => {
  it('stores a session of fourteen days under the hash of its token', async () => {
    const { ports, owner, merchant, open, list } = await setUp();
    const { token } = await open();
    const nowMs = ports.clock.nowMs();
    expect(await list()).toMatchObject([
      {
        userId: owner.id,
        merchantId: merchant.id,
        tokenHash: createHash('sha256').update(token).digest('hex'),
        createdAtMs: nowMs,
        lastSeenAtMs: nowMs,
        expiresAtMs: nowMs + LIMITS.sessionMs,
        address: '::1',
        userAgent: 'Browser',
      },
    ]);
    expect(inspect(ports.snapshot(), { depth: null })).not.toContain(token);
  });

  it('remembers that the user signed in from here', async () => {
    const { ports, owner, open } = await setUp();
    await open();
    const isFamiliar = (client: string) => ports.signInAttempts.isFamiliar(accountName(owner.email), client, 0);
    expect([await isFamiliar('::/64'), await isFamiliar('203.0.113.7')]).toEqual([true, false]);
  });

  it('ends the session that the device had before', async () => {
    const { open, list } = await setUp();
    await open();
    const [before] = await list();
    await open(before?.id);
    const after = await list();
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(before?.id);
  });

  it('accepts a previous session that is gone, and cuts a long user agent', async () => {
    const { open, list } = await setUp();
    await open(makeId('ses', 1, new Uint8Array(10)), 'x'.repeat(LIMITS.userAgentLengthMax + 1));
    expect((await list())[0]?.userAgent).toHaveLength(LIMITS.userAgentLengthMax);
  });
});
