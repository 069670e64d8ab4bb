import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { Browser, PASSWORD, setUpTokenIn } from './browser.ts';
import { expectProblem } from './expect-problem.ts';

const EMAIL = 'owner@example.com';
const HOME = { 'x-forwarded-for': '203.0.113.1' };
/** More than a server can hash before requests time out. */
const STRANGERS = 200;
const FLOODS_MAX = 3;

let server: RunningServer;
let owner: Browser;

beforeAll(async () => {
  const env = { FLORIN_TRUST_PROXY: 'loopback', FLORIN_LOG_LEVEL: 'fatal' };
  const databaseUrl = await createMigrated(['control', 'data']);
  server = await startServer({ databaseUrl, env, hashesAtRealCost: true });
  owner = new Browser(server.baseUrl);
  const token = await waitUntil('the link is printed', () => setUpTokenIn(server.output()) || undefined);
  const body = { token, business_name: 'Tulip shop', email: EMAIL, password: PASSWORD };
  expect((await owner.call('POST', '/setup', { body, headers: HOME })).status).toBe(201);
});

afterAll(() => server.stop());

/** One try, from an address. */
const enter = (email: string, headers: Record<string, string>) =>
  new Browser(server.baseUrl).call('POST', '/sign_in', { body: { email, password: PASSWORD }, headers });

let strangers = 0;

/** Starts a flood. While the queue is full, the owner signs in and sets a password; when it has ended, one more stranger tries. */
async function flood(): Promise<{ statuses: number[]; replies: Reply[] }> {
  let refused = 0;
  const enters = Array.from({ length: STRANGERS }, async () => {
    strangers += 1;
    const address = `198.51.${100 + (strangers >> 8)}.${strangers & 255}`;
    const reply = await enter(`u${strangers}@example.com`, { 'x-forwarded-for': address });
    if (reply.status === 503) refused += 1;
    return reply;
  });
  await waitUntil('the queue is full', () => refused > 0);
  const { status: entered } = await enter(EMAIL, HOME);
  const body = { password: PASSWORD, new_password: PASSWORD };
  const { status: changed } = await owner.call('POST', '/password', { body, headers: HOME });
  const replies = await Promise.all(enters);
  // Nothing that was answered is still being hashed.
  const { status: late } = await enter('stranger@example.com', { 'x-forwarded-for': '192.0.2.1' });
  return { statuses: [entered, changed, late], replies };
}

/** A machine that stalls for seconds makes any request too late, but hardly in one flood after another. */
async function floodInTime(): ReturnType<typeof flood> {
  for (let number = 1; ; number += 1) {
    const outcome = await flood();
    if (!outcome.statuses.includes(503) || number === FLOODS_MAX) return outcome;
  }
}

describe('a flood of sign-ins by strangers', () => {
  it('gets 503 at once, keeps no known user out, and is over when it ends', async () => {
    const { statuses, replies } = await floodInTime();
    expect(statuses).toEqual([200, 204, 401]);
    for (const reply of replies.filter(({ status }) => status === 503)) {
      expectProblem(reply, 503, 'unavailable');
      expect(reply.headers.get('retry-after')).not.toBeNull();
    }
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 503]));
  });
});
