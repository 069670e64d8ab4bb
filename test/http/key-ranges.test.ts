import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { type Keys, send } from '../support/client.ts';
import type { Browser } from './browser.ts';
import { expectProblem } from './expect-problem.ts';
import { openTeam } from './join-team.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
let owner: Browser;

beforeAll(async () => {
  shop = await startShop({ FLORIN_TRUST_PROXY: 'loopback' });
  owner = await openTeam(shop.options, shop.baseUrl, 'ada@example.com');
});

afterAll(() => shop.stop());

const createKey = (ranges: unknown) =>
  owner.call('POST', '/test/api_keys', { body: { name: 'Shop', scopes: ['payments:read'], allowed_cidrs: ranges } });

const askFrom = (keys: Keys, address: string) =>
  send(shop.baseUrl, keys, '/payment_intents', { headers: { 'x-forwarded-for': address } });

describe('the address ranges of a key', () => {
  it('limit where it may be used from, behind a trusted proxy too', async () => {
    const created = await createKey(['203.0.113.0/24', '2001:db8::/32']);
    expect(created.status, created.text).toBe(201);
    expect(created.json['allowed_cidrs']).toEqual(['203.0.113.0/24', '2001:db8::/32']);
    const keys = created.json as unknown as Keys;
    expect((await askFrom(keys, '203.0.113.9')).status).toBe(200);
    expect((await askFrom(keys, '2001:db8:1::2')).status).toBe(200);
    expectProblem(await askFrom(keys, '198.51.100.1'), 403, 'ip_not_allowed');
  });

  it('may be empty, and are at most 20', async () => {
    expect((await createKey([])).status).toBe(201);
    const many = Array.from({ length: LIMITS.allowedCidrsMax + 1 }, (_, number) => `10.0.${number}.0/24`);
    expect((await createKey(many.slice(1))).status).toBe(201);
    expectProblem(await createKey(many), 422, 'validation_failed');
  });

  it('must be ranges', async () => {
    for (const range of ['10.0.0.1', '10.0.0.0/33', 'loopback/8', 'fd00::/129']) {
      const reply = await createKey(['10.0.0.0/8', range]);
      expectProblem(reply, 422, 'validation_failed');
      expect(reply.text).toContain('#/allowed_cidrs/1');
    }
  });
});
