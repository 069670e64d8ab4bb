import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAllowed, MEMBER_ROLES, type MemberRole, PERMISSION_NAMES } from '../../src/domain/team/roles.ts';
import { routes } from '../../src/http/routes.ts';
import type { Route, SessionRoute } from '../../src/http/server/route.ts';
import { type AnsweringServer, startHosted } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { Browser, PASSWORD } from './browser.ts';
import { EXAMPLES_ENV, exampleBody } from './example-body.ts';
import { expectProblem } from './expect-problem.ts';
import { idOf, joinTeam, openTeam } from './join-team.ts';
import { openStream } from './open-stream.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
const OWNER = 'ada@example.com';
const browsers = new Map<MemberRole, Browser>();
let second: AnsweringServer;

const isSession = (route: Route): route is SessionRoute => route.access === 'session';

/** After these, a session or its password no longer works, so they come last. */
const ENDING = ['password.change', 'session.sign_out'];

const sessionRoutes = routes.filter(isSession).toSorted((a, b) => ENDING.indexOf(a.id) - ENDING.indexOf(b.id));

beforeAll(async () => {
  shop = await startShop(EXAMPLES_ENV);
  second = await startHosted({ databaseUrl: shop.databaseUrl, env: { FLORIN_LOG_LEVEL: 'error' } });
  const owner = await openTeam(shop.options, shop.baseUrl, OWNER);
  for (const role of MEMBER_ROLES) {
    browsers.set(role, await joinTeam(owner, `${role}@example.com`, role));
  }
});

afterAll(async () => {
  await second.stop();
  await shop.stop();
});

const browserOf = (role: MemberRole): Browser => {
  const browser = browsers.get(role);
  if (!browser) throw new Error(`nobody is ${role}`);
  return browser;
};

/** With ids that exist nowhere. */
const pathOf = (route: Route): string =>
  route.path
    .replace('/dashboard/api', '')
    .replace('{mode}', 'test')
    .replaceAll(/\{\w+\}/g, 'nothing');

async function ask(browser: Browser, route: SessionRoute): Promise<{ status: number; text: string }> {
  if (route.answers[200]?.contentType !== 'text/event-stream') {
    const body = exampleBody(route);
    return browser.call(route.method, pathOf(route), body === undefined ? {} : { body });
  }
  const stream = await openStream(shop.baseUrl, `/dashboard/api${pathOf(route)}`, browser.cookie);
  await waitUntil('the stream has begun', () => stream.status !== 200 || stream.text() !== '');
  stream.close();
  return { status: stream.status, text: stream.text() };
}

describe('every role at every route of the dashboard', () => {
  it('uses every permission', () => {
    const used = new Set(sessionRoutes.map(({ permission }) => permission));
    expect(PERMISSION_NAMES.filter((name) => !used.has(name))).toEqual([]);
  });

  const cases = MEMBER_ROLES.flatMap((role) =>
    sessionRoutes.map((route) => ({ name: `${role}: ${route.method} ${route.path}`, role, route })),
  );

  it.each(cases)('$name', async ({ role, route }) => {
    const reply = await ask(browserOf(role), route);
    const isRefused = reply.status === 403 && reply.text.includes('"permission_denied"');
    // No role makes an operator.
    const isMeantFor = route.permission !== 'operator' && isAllowed(role, route.permission);
    expect(isRefused, reply.text).toBe(!isMeantFor);
    // The examples of second factors are wrong.
    const isWrong = reply.status === 401 && reply.text.includes('"second_factor_invalid"');
    if (!isRefused && !isWrong) expect([200, 201, 202, 204, 404, 409, 422], reply.text).toContain(reply.status);
  });
});

describe('an accountant', () => {
  it('saves views, which show nothing else than the list does', async () => {
    const accountant = await rejoin('books@example.com', 'accountant');
    const saved = await accountant.call('POST', '/views', { body: { name: 'Month end', query: 'status=succeeded' } });
    expect(saved.status, saved.text).toBe(200);
    expect((await accountant.call('GET', '/views')).text).toContain('Month end');
    expect((await accountant.call('DELETE', `/views/${String(saved.json['id'])}`)).status).toBe(204);
  });
});

describe('a developer', () => {
  it('gets no key that may do more than the role', async () => {
    const developer = await rejoin('dev.keys@example.com', 'developer');
    const body = { name: 'Payout', scopes: ['wallets:write'], password: PASSWORD };
    expectProblem(await developer.call('POST', '/live/api_keys', { body }), 403, 'permission_denied');
    const owned = await (await signIn()).call('POST', '/test/api_keys', { body });
    expect(owned.status).toBe(201);
    const id = String(owned.json['id']);
    const roll = { body: { overlap: 'now', password: PASSWORD } };
    expectProblem(await developer.call('POST', `/test/api_keys/${id}/roll`, roll), 403, 'permission_denied');
    expectProblem(await developer.call('POST', `/test/api_keys/${id}/reveal`), 403, 'permission_denied');
    expect((await developer.call('POST', `/test/api_keys/${id}/revoke`)).status).toBe(200);
  });
});

const signIn = async (): Promise<Browser> => {
  const owner = new Browser(shop.baseUrl);
  await owner.signIn(OWNER);
  return owner;
};

const rejoin = async (email: string, role: MemberRole) => joinTeam(await signIn(), email, role);

describe('a session', () => {
  it('loses the rights of its role with its next request, on every node', async () => {
    const owner = await signIn();
    const other = await joinTeam(owner, 'second.owner@example.com', 'owner');
    const elsewhere = new Browser(second.baseUrl);
    elsewhere.cookie = other.cookie;
    elsewhere.csrfToken = other.csrfToken;
    expect((await elsewhere.call('PATCH', '/settings', { body: { name: 'Renamed' } })).status).toBe(200);
    const id = await idOf(owner, 'second.owner@example.com');
    const change = { body: { role: 'support', password: PASSWORD } };
    expect((await owner.call('PATCH', `/team/members/${id}`, change)).json['role']).toBe('support');
    for (const browser of [other, elsewhere]) {
      const again = await browser.call('PATCH', '/settings', { body: { name: 'Taken' } });
      expectProblem(again, 403, 'permission_denied');
      const session = await browser.call('GET', '/session');
      expect(session.json).toMatchObject({ role: 'support' });
    }
  });

  it('ends with the removal of its user, on every node', async () => {
    const owner = await signIn();
    const gone = await joinTeam(owner, 'gone@example.com', 'developer');
    const elsewhere = new Browser(second.baseUrl);
    elsewhere.cookie = gone.cookie;
    expect((await elsewhere.call('GET', '/team')).status).toBe(200);
    const id = await idOf(owner, 'gone@example.com');
    expect((await owner.call('DELETE', `/team/members/${id}`, { body: { password: PASSWORD } })).status).toBe(204);
    expectProblem(await gone.call('GET', '/team'), 401, 'not_signed_in');
    expectProblem(await elsewhere.call('GET', '/team'), 401, 'not_signed_in');
    expectProblem(await gone.signIn('gone@example.com'), 401, 'invalid_credentials');
    // The address is free for another invitation.
    expect((await (await joinTeam(owner, 'gone@example.com', 'support')).call('GET', '/team')).status).toBe(200);
  });

  it('of another merchant does not reach the team', async () => {
    const browser = await openTeam(shop.options, shop.baseUrl, 'stranger@example.com');
    const id = await idOf(await signIn(), OWNER);
    const change = { body: { role: 'support', password: PASSWORD } };
    expectProblem(await browser.call('PATCH', `/team/members/${id}`, change), 404, 'not_found');
    expectProblem(
      await browser.call('DELETE', `/team/members/${id}`, { body: { password: PASSWORD } }),
      404,
      'not_found',
    );
  });
});
