import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigrated } from '../support/create-migrated.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { Browser, PASSWORD, setUpTokenIn } from './browser.ts';
import { expectProblem } from './expect-problem.ts';

const EMAIL = 'owner@example.com';
const HOME = { 'x-forwarded-for': '203.0.113.1' };
/** More than a server can hash before requests time out. */
const STRANGERS = 200;

let server: RunningServer;
let owner: Browser;

// In its own process, because the shared one hashes at a lower cost.
beforeAll(async () => {
  const env = { FLORIN_TRUST_PROXY: 'loopback', FLORIN_LOG_LEVEL: 'fatal' };
  server = await startServer({ databaseUrl: await createMigrated(['control', 'data']), env });
  owner = new Browser(server.baseUrl);
  const token = await waitUntil('the link is printed', () => setUpTokenIn(server.output()) || undefined);
  const body = { token, business_name: 'Tulip shop', email: EMAIL, password: PASSWORD };
  expect((await owner.call('POST', '/setup', { body, headers: HOME })).status).toBe(201);
});

afterAll(() => server.stop());

/** One try, from an address. */
const enter = (email: string, headers: Record<string, string>) =>
  new Browser(server.baseUrl).call('POST', '/sign_in', { body: { email, password: PASSWORD }, headers });

describe('a flood of sign-ins by strangers', () => {
  it('gets 503 at once, keeps no known user out, and is over when it ends', async () => {
    let refused = 0;
    const flood = Array.from({ length: STRANGERS }, async (_, number) => {
      const reply = await enter(`u${number}@example.com`, { 'x-forwarded-for': `198.51.100.${number}` });
      if (reply.status === 503) refused += 1;
      return reply;
    });
    await waitUntil('the queue is full', () => refused > 0);
    expect((await enter(EMAIL, HOME)).status).toBe(200);
    const changed = { password: PASSWORD, new_password: 'another horse battery' };
    expect((await owner.call('POST', '/password', { body: changed, headers: HOME })).status).toBe(204);

    const replies = await Promise.all(flood);
    for (const reply of replies.filter(({ status }) => status === 503)) {
      expectProblem(reply, 503, 'unavailable');
      expect(reply.headers.get('retry-after')).not.toBeNull();
    }
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 503]));
    // Nothing that was answered is still being hashed.
    expect((await enter('stranger@example.com', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(401);
  });
});
