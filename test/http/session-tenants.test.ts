import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes.ts';
import { isDashboardRoute, type Route } from '../../src/http/server/route.ts';
import type { Reply } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { EXAMPLES_ENV, exampleBody } from './example-body.ts';
import { expectProblem } from './expect-problem.ts';
import { openEndpoint, type WebhookIds } from './open-endpoint.ts';
import { openStream } from './open-stream.ts';
import { type SignedInShop, startTwoShops, type TwoShops } from './start-two-shops.ts';

let shops: TwoShops;
/** An endpoint, a delivery and an event, by merchant and mode. */
const webhooks = new Map<string, WebhookIds>();

beforeAll(async () => {
  shops = await startTwoShops(EXAMPLES_ENV);
  for (const shop of [shops.ada, shops.bob]) {
    for (const mode of MODES) webhooks.set(`${shop.name} ${mode}`, await openEndpoint(shops, shop, mode));
  }
});

afterAll(() => shops.stop());

const MODES = ['test', 'live'] as const;
type Mode = (typeof MODES)[number];

const sessionRoutes = routes.filter(isDashboardRoute);
const ofSession = sessionRoutes.filter((route) => route.access === 'session');
const isForOperators = (route: Route) => route.access === 'session' && route.permission === 'operator';
const isStream = (route: Route) => route.answers[200]?.contentType === 'text/event-stream';

/** The path of a route with the ids of a shop in one mode, asked for in a mode that may be another. */
function fill(route: Route, asked: Mode, shop: SignedInShop, mode: Mode): string {
  const ids: Record<string, string> = {
    mode: asked,
    export_format: 'jsonl',
    key_id: shop.keys[mode].id,
    session_id: shop.sessionId,
    ...webhooks.get(`${shop.name} ${mode}`),
  };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? shop.intents[mode]);
  return path.replace('/dashboard/api', '');
}

const bodyOf = (route: Route) => {
  const body = exampleBody(route);
  return body === undefined ? {} : { body };
};

async function ask(shop: SignedInShop, route: Route, path: string): Promise<Pick<Reply, 'status' | 'text'>> {
  if (!isStream(route)) return shop.browser.call(route.method, path, bodyOf(route));
  const stream = await openStream(shops.server.baseUrl, `/dashboard/api${path}`, shop.browser.cookie);
  await waitUntil('the stream has begun', () => stream.status !== 200 || stream.text().startsWith('retry: '));
  stream.close();
  return { status: stream.status, text: stream.text() };
}

const expectNothingOf = (other: SignedInShop, text: string) => {
  for (const secret of other.secrets) expect(text).not.toContain(secret);
};

describe('two merchants never see each other', () => {
  // These change how the own user signs in, and name nobody else.
  const crossed = ofSession.filter(
    ({ id, method, path, tag }) =>
      id !== 'session.sign_out' && (tag !== 'Security' || method === 'GET' || path.includes('_id}')),
  );

  it('over every route of a session', () => {
    expect(crossed.length).toBeGreaterThanOrEqual(13);
    expect(crossed.filter((route) => route.path.includes('_id}')).length).toBeGreaterThanOrEqual(6);
  });

  it.each(crossed.map((route) => ({ name: `${route.method} ${route.path}`, route })))('$name', async ({ route }) => {
    for (const mode of MODES) {
      for (const [one, other] of [
        [shops.ada, shops.bob],
        [shops.bob, shops.ada],
      ] as const) {
        const reply = await ask(one, route, fill(route, mode, other, mode));
        expectNothingOf(
          { ...other, secrets: other.secrets.filter((text) => !route.path.includes('_id}') || !isId(text)) },
          reply.text,
        );
        if (isForOperators(route)) expect(reply.status, reply.text).toBe(403);
        else if (namesRow(route)) {
          expect([403, 404], reply.text).toContain(reply.status);
        } else if (['dashboard.wallets.add', 'dashboard.wallets.challenge'].includes(route.id)) {
          // This server watches no network for which there could be a wallet.
          expect(reply.status, reply.text).toBe(422);
        } else expect(reply.status, reply.text).toBeLessThan(300);
      }
    }
  });

  it('and nothing of the other was changed by all that', async () => {
    for (const { browser, intents, keys } of [shops.ada, shops.bob]) {
      for (const mode of MODES) {
        const intent = await browser.call('GET', `/${mode}/payment_intents/${intents[mode]}`);
        expect(intent.json).toMatchObject({ id: intents[mode], status: 'requires_payment', livemode: mode === 'live' });
        const list = (await browser.call('GET', `/${mode}/api_keys`)).json['data'] as Record<string, unknown>[];
        const key = list.find(({ id }) => id === keys[mode].id);
        expect(key).toMatchObject({ revoked_at: null, replaced_by: null });
      }
    }
  });
});

/** Merchants choose the IDs of their items, so two merchants may use the same ID for different items. */
const namesRow = (route: Route) => route.path.includes('_id}') && !route.path.includes('{item_id}');

/** An id that was asked for stands in the answer's own `instance`; what it names does not. */
const isId = (text: string) => /^(pi|key|ses)_/.test(text);

describe('test and live never mix', () => {
  const withId = ofSession.filter((route) => route.path.includes('{mode}') && namesRow(route));

  it.each(withId.map((route) => ({ name: `${route.method} ${route.path}`, route })))('$name', async ({ route }) => {
    for (const [asked, mode] of [
      ['test', 'live'],
      ['live', 'test'],
    ] as const) {
      const reply = await shops.ada.browser.call(route.method, fill(route, asked, shops.ada, mode), bodyOf(route));
      expectProblem(reply, 404, 'not_found');
    }
  });

  it('in lists', async () => {
    for (const mode of MODES) {
      const other = mode === 'test' ? 'live' : 'test';
      for (const path of ['payment_intents', 'api_keys', `payment_intents?search=${shops.ada.intents[other]}`]) {
        const { status, text } = await shops.ada.browser.call('GET', `/${mode}/${path}`);
        expect(status).toBe(200);
        for (const theirs of [shops.ada.intents[other], shops.ada.keys[other].id, `ada.${other}@example.org`]) {
          expect(text).not.toContain(theirs);
        }
      }
    }
  });

  it('and there is no third mode', async () => {
    for (const mode of ['prod', 'TEST', 'test%2Flive', '*']) {
      expectProblem(await shops.ada.browser.call('GET', `/${mode}/payment_intents`), 404, 'not_found');
    }
  });
});

describe('nobody', () => {
  it.each(ofSession.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
    'gets anything from $name without a session',
    async ({ route }) => {
      const reply = await shops.ada.browser.call(route.method, fill(route, 'test', shops.ada, 'test'), {
        ...bodyOf(route),
        without: ['cookie'],
      });
      expectProblem(reply, 401, 'not_signed_in');
    },
  );

  it('gets anything with an API key', async () => {
    const headers = { authorization: `Bearer ${shops.ada.keys.test.private_key}` };
    const reply = await shops.ada.browser.call('GET', '/test/payment_intents', { headers, without: ['cookie'] });
    expectProblem(reply, 401, 'not_signed_in');
  });
});
