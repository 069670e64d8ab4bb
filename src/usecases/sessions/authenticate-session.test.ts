import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { authenticateSession, isCsrfToken } from './authenticate-session.ts';
import { openSession } from './open-session.ts';

async function setUp() {
  const { ports, made } = await openShop();
  const client = { address: '::1', network: '::/64', userAgent: '', session: undefined };
  const { token } = await openSession(ports, { user: made.owner, merchantId: made.merchant.id, client });
  return { ports, made, token };
}

describe('authenticateSession', () => {
  it('says who is signed in, and for whom', async () => {
    const { ports, made, token } = await setUp();
    const { id, email } = made.owner;
    const signedIn = await authenticateSession(ports, token);
    expect(signedIn).toMatchObject({ user: { id, email }, merchant: made.merchant, renewed: false });
    expect(signedIn?.csrfToken).toMatch(/^[\w-]{43}$/);
  });

  it.each(['', 'x', 'x'.repeat(42), 'x'.repeat(43), `${'x'.repeat(42)}!`, 'x'.repeat(44)])(
    'knows nobody by the token "%s"',
    async (token) => {
      const { ports } = await setUp();
      expect(await authenticateSession(ports, token)).toBeUndefined();
    },
  );

  it('ends fourteen days after it was seen last, to the millisecond', async () => {
    const { ports, token } = await setUp();
    ports.clock.advance(LIMITS.sessionMs - 1);
    const startMs = ports.clock.nowMs();
    expect(await authenticateSession(ports, token)).toMatchObject({ renewed: true });
    ports.clock.set(startMs + LIMITS.sessionMs);
    expect(await authenticateSession(ports, token)).toBeUndefined();
  });

  it('writes down that it was seen at most once a minute', async () => {
    const { ports, made, token } = await setUp();
    const before = ports.snapshot();
    ports.clock.advance(LIMITS.sessionSeenEveryMs - 1);
    expect(await authenticateSession(ports, token)).toMatchObject({ renewed: false });
    expect(ports.snapshot()).toEqual(before);
    ports.clock.advance(1);
    expect(await authenticateSession(ports, token)).toMatchObject({ renewed: true });
    const nowMs = ports.clock.nowMs();
    expect(await ports.sessions.list(made.owner.id, nowMs)).toMatchObject([
      { lastSeenAtMs: nowMs, expiresAtMs: nowMs + LIMITS.sessionMs },
    ]);
    expect(await authenticateSession(ports, token)).toMatchObject({ renewed: false });
  });
});

describe('isCsrfToken', () => {
  it('accepts the token of the session and nothing else', async () => {
    const { ports, token } = await setUp();
    const signedIn = await authenticateSession(ports, token);
    if (!signedIn) expect.fail('not signed in');
    const { csrfToken } = signedIn;
    expect(isCsrfToken(signedIn, csrfToken)).toBe(true);
    const other = `${csrfToken.startsWith('A') ? 'B' : 'A'}${csrfToken.slice(1)}`;
    for (const wrong of [other, csrfToken.slice(1), '', undefined, 5, token]) {
      expect(isCsrfToken(signedIn, wrong)).toBe(false);
    }
  });
});
