import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { openShop, PASSWORD } from '../../../test/memory/open-shop.ts';
import { makePrivateKey } from '../../domain/keys/key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { signIn } from '../../usecases/sessions/sign-in.ts';
import { openApp } from './open-app.test-fixture.ts';

const HOSTILE = '198.51.100.1';
const GUESSES = 40;
const VISITOR_PER_SECOND = 10;

// No turn times out, and no 429 is sent, before the test lets time pass.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A server whose lookups of unknown keys and sessions the test holds up and counts. */
async function setUp() {
  const ports = createMemoryPorts();
  const { made } = await openShop({ ports });
  const client = { address: '::1', network: '::/64', userAgent: '', session: undefined };
  const { token } = await signIn(ports, { email: made.owner.email, password: PASSWORD, client });
  const held: (() => void)[] = [];
  const lookups = { isHeld: false, atOnce: 0, atOnceMax: 0 };
  const holding =
    <Args extends unknown[], Found>(find: (...args: Args) => Promise<Found | undefined>) =>
    async (...args: Args): Promise<Found | undefined> => {
      const found = await find(...args);
      if (found !== undefined || !lookups.isHeld) return found;
      lookups.atOnce += 1;
      lookups.atOnceMax = Math.max(lookups.atOnceMax, lookups.atOnce);
      await new Promise<void>((resolve) => held.push(resolve));
      lookups.atOnce -= 1;
      return found;
    };
  const keys = { ...ports.keys, findByHash: holding((hash: string) => ports.keys.findByHash(hash)) };
  const sessions = {
    ...ports.sessions,
    findByHash: holding((hash: string, nowMs: number) => ports.sessions.findByHash(hash, nowMs)),
  };
  const { app } = openApp({ FLORIN_RATE_VISITOR: String(VISITOR_PER_SECOND) }, { ...ports, keys, sessions });
  const ask = (url: string, headers: Record<string, string>, remoteAddress = HOSTILE) =>
    app.inject({ method: 'GET', url, headers, remoteAddress } satisfies InjectOptions);
  const itemsUrl = `/${made.key.publicKey}/items`;
  return {
    ports,
    held,
    lookups,
    guessKey: (guess: number) =>
      ask(itemsUrl, { authorization: `Bearer ${makePrivateKey('test', new Uint8Array(32).fill(guess % 256))}` }),
    guessSession: (guess: number) =>
      ask('/dashboard/api/sessions', { cookie: `florin=${String(guess).padStart(43, 'x')}` }),
    useKey: (remoteAddress?: string) =>
      ask(itemsUrl, { authorization: `Bearer ${made.privateKey}` }, remoteAddress).then(statusOf),
    useSession: () => ask('/dashboard/api/sessions', { cookie: `florin=${token}` }).then(statusOf),
  };
}

const statusOf = ({ statusCode }: { statusCode: number }) => statusCode;

/** Lets what was sent arrive. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

describe.each([
  { what: 'keys', limit: LIMITS.failedKeysPerMinute },
  { what: 'sessions', limit: VISITOR_PER_SECOND * LIMITS.burstFactor },
])('invented $what', ({ what, limit }) => {
  it('are looked up one at a time once their client is over its limit, and delay nothing that is valid', async () => {
    const { ports, held, lookups, guessKey, guessSession, useKey, useSession } = await setUp();
    const guess = what === 'keys' ? guessKey : guessSession;
    expect([await useKey(), await useSession()]).toEqual([200, 200]);
    // The key is not cached anymore.
    ports.clock.advance(LIMITS.principalCacheMs);
    for (let sent = 0; sent < limit; sent += 1) await guess(sent);
    lookups.isHeld = true;
    const guesses = Array.from({ length: GUESSES }, (_, sent) => guess(1_000 + sent));
    await settle();
    expect(lookups.atOnce).toBe(1);
    expect([await useKey(), await useSession(), await useKey('198.51.100.2')]).toEqual([200, 200, 200]);
    while (held.length > 0) {
      held.shift()?.();
      await settle();
    }
    expect(lookups.atOnceMax).toBe(1);
    vi.setTimerTickMode('nextTimerAsync');
    expect(new Set((await Promise.all(guesses)).map(statusOf))).toEqual(new Set([429]));
  });

  it('are looked up together below the limit, and never more of them than it leaves', async () => {
    const { held, lookups, guessKey, guessSession } = await setUp();
    const guess = what === 'keys' ? guessKey : guessSession;
    for (let sent = 0; sent < limit - 5; sent += 1) await guess(sent);
    lookups.isHeld = true;
    const guesses = Array.from({ length: GUESSES }, (_, sent) => guess(1_000 + sent));
    await settle();
    expect(lookups.atOnce).toBe(5);
    lookups.isHeld = false;
    for (const release of held.splice(0)) release();
    vi.setTimerTickMode('nextTimerAsync');
    await Promise.all(guesses);
  });
});
