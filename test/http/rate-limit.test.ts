import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, type Keys, type Reply, send } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { florin } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectProblem } from './expect-problem.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ FLORIN_RATE_CREATE: '5', FLORIN_RATE_READ: '3' });
});

afterAll(() => shop.stop());

const makeKey = (): Promise<Keys> => florin<Keys>(shop.options, 'keys', 'create', '--merchant', shop.keys.merchant_id);

const AT_ONCE = 20;

/** Sends more requests at once than a burst may have, until some are refused. */
async function exhaust(ask: () => Promise<Reply>): Promise<{ passed: Reply[]; refused: Reply; seconds: number }> {
  const startedAt = performance.now();
  const passed: Reply[] = [];
  const refused = await waitUntil('a request is refused', async () => {
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, ask));
    passed.push(...replies.filter(({ status }) => status !== 429));
    return replies.find(({ status }) => status === 429);
  });
  return { passed, refused, seconds: (performance.now() - startedAt) / 1_000 };
}

async function countIntents(): Promise<number> {
  const rows = await runSql<{ n: number }>(
    shop.databaseUrl,
    'SELECT count(*)::int AS n FROM florin_data.payment_intents',
  );
  return rows[0]?.n ?? 0;
}

describe('429 rate_limited', () => {
  for (const { name, perSecond, status, ask } of [
    { name: 'create', perSecond: 5, status: 201, ask: (keys: Keys) => create(shop.baseUrl, keys) },
    {
      name: 'read',
      perSecond: 3,
      status: 200,
      ask: (keys: Keys) => send(shop.baseUrl, keys, '/payment_intents?limit=1'),
    },
  ]) {
    it(`after a burst of ${2 * perSecond} (${name}), and recovers without a restart`, async () => {
      const keys = await makeKey();
      const { passed, refused, seconds } = await exhaust(() => ask(keys));
      for (const reply of passed) {
        expect(reply.status).toBe(status);
        expect(reply.headers.get('ratelimit')).toMatch(new RegExp(`^"${name}";r=\\d+;t=\\d+$`));
        expect(reply.headers.get('ratelimit-policy')).toBe(`"${name}";q=${2 * perSecond};w=2`);
      }
      const limits = passed.map(({ headers }) => headers.get('ratelimit'));
      expect(limits).toContainEqual(expect.stringContaining(`"${name}";r=${2 * perSecond - 1};`));
      expect(passed.length).toBeGreaterThanOrEqual(2 * perSecond);
      expect(passed.length).toBeLessThanOrEqual(2 * perSecond + Math.ceil(seconds * perSecond));
      expectProblem(refused, 429, 'rate_limited');
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.headers.get('ratelimit')).toBe(`"${name}";r=0;t=1`);
      expect(refused.headers.get('ratelimit-policy')).toBe(`"${name}";q=${2 * perSecond};w=2`);
      const refusedAt = performance.now();
      // Asking while refused costs nothing: what is sent after the time that Retry-After names passes.
      await waitUntil('one more passes', async () => {
        const isDue = performance.now() - refusedAt > 1_000;
        const reply = await ask(keys);
        if (isDue) expect(reply.status).toBe(status);
        return reply.status === status;
      });
    });
  }

  it('and in the long run no more than the rate passes', async () => {
    const keys = await makeKey();
    await exhaust(() => create(shop.baseUrl, keys));
    const startedAt = performance.now();
    let passed = 0;
    await waitUntil('ten more have passed', async () => {
      if ((await create(shop.baseUrl, keys)).status === 201) passed += 1;
      return passed >= 10;
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(passed).toBeLessThanOrEqual(Math.ceil(seconds * 5) + 1);
  });

  it('of creates refuses neither reads nor other keys', async () => {
    const [keys, neighbor] = [await makeKey(), await makeKey()];
    await exhaust(() => create(shop.baseUrl, keys));
    expect((await send(shop.baseUrl, keys, '/payment_intents?limit=1')).status).toBe(200);
    expect((await create(shop.baseUrl, neighbor)).status).toBe(201);
  });

  it('stores nothing that it refuses, and everything that it does not', async () => {
    const keys = await makeKey();
    const before = await countIntents();
    const replies = await Promise.all(Array.from({ length: 40 }, () => create(shop.baseUrl, keys)));
    const stored = replies.filter((reply) => reply.status === 201).length;
    expect(stored).toBeGreaterThanOrEqual(10);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(40 - stored);
    expect(await countIntents()).toBe(before + stored);
  });
});
