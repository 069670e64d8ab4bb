import { generateKeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes.ts';
import { isDashboardRoute, isKeyedRoute, type Route } from '../../src/http/server/route.ts';
import { type Reply, send } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { EXAMPLES_ENV, exampleBody } from './example-body.ts';
import { expectProblem } from './expect-problem.ts';
import { insertUnmatchedTransfer } from './insert-unmatched-transfer.ts';
import { openEndpoint, type WebhookIds } from './open-endpoint.ts';
import { sendBytes } from './send-bytes.ts';
import { type SignedInShop, startTwoShops, type TwoShops } from './start-two-shops.ts';

const MODES = ['test', 'live'] as const;
type Mode = (typeof MODES)[number];

let shops: TwoShops;
/** Wallets, unmatched transfers and logged requests, by merchant and mode. */
const wallets = new Map<string, string>();
const requests = new Map<string, string>();
const transfers = new Map<string, string>();
/** An endpoint, a delivery and an event, by merchant and mode. */
const webhooks = new Map<string, WebhookIds>();

const itemOf = (shop: SignedInShop, mode: Mode) => `sku_${shop.name}_${mode}`;
const nameOf = (shop: SignedInShop, mode: Mode) => `Wares of ${shop.name}, ${mode}`;

beforeAll(async () => {
  // Nobody answers there; a wallet is understood without a node.
  const nobody = 'http://127.0.0.1:9';
  shops = await startTwoShops({ ...EXAMPLES_ENV, FLORIN_RPC_SOLANA: nobody, FLORIN_RPC_SOLANA_DEVNET: nobody });
  for (const shop of [shops.ada, shops.bob]) {
    for (const mode of MODES) {
      const body = { item_id: itemOf(shop, mode), name: nameOf(shop, mode), unit_amount: 100, currency: 'USD' };
      const reply = await send(shops.server.baseUrl, shop.keys[mode], '/items', { body });
      expect(reply.status, reply.text).toBe(201);
      const requestId = reply.headers.get('request-id') ?? '';
      requests.set(`${shop.name} ${mode}`, requestId);
      await waitUntil('the request is logged', async () => {
        const { status } = await send(shops.server.baseUrl, shop.keys[mode], `/request_log/${requestId}`);
        return status === 200;
      });
      const { address } = await generateKeyPairSigner();
      const wallet = { network: mode === 'live' ? 'solana' : 'solana-devnet', address };
      const added = await send(shops.server.baseUrl, shop.keys[mode], '/wallets', { body: wallet });
      expect(added.status, added.text).toBe(201);
      wallets.set(`${shop.name} ${mode}`, String(added.json['id']));
      shop.secrets.push(address);
      webhooks.set(`${shop.name} ${mode}`, await openEndpoint(shops, shop, mode));
      transfers.set(
        `${shop.name} ${mode}`,
        await insertUnmatchedTransfer(shops.databaseUrl, shop.merchantId, mode === 'live'),
      );
    }
  }
});

afterAll(() => shops.stop());

const publicRoutes = routes.filter((route) => !isDashboardRoute(route));
const parametersOf = (route: Route) => [
  ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  ...Object.keys(route.query?.properties ?? {}),
];
const isAboutMerchant = (route: Route) =>
  isKeyedRoute(route) || parametersOf(route).some((name) => name === 'public_key' || name.endsWith('_id'));

const crossed = publicRoutes.filter(isAboutMerchant);
/** The checkout is a page for payers, too. */
const needsKey = (route: Route) => isKeyedRoute(route) && !route.id.startsWith('checkout.');
const keyed = crossed.filter((route) => needsKey(route) || route.id === 'checkout.pull');
/** Merchants choose the IDs of their items, so two merchants may use the same ID for different items. */
const namesIntent = (route: Route) => parametersOf(route).includes('payment_intent_id');
const cases = (list: readonly Route[]) => list.map((route) => ({ name: `${route.method} ${route.path}`, route }));

/** The wallet of the example is in test mode, and the first merchant that adds it gets it. */
const ALLOWED: Record<string, number[]> = { 'wallets.add': [201, 409, 422], 'wallets.challenge': [200, 422] };

interface Asked {
  /** The public key in the path. */
  path: string;
  /** The one that is sent; none where it is undefined. */
  privateKey: string | undefined;
  /** Whose intent and item are asked for. */
  of: { shop: SignedInShop; mode: Mode };
}

async function ask(route: Route, { path, privateKey, of: { shop, mode } }: Asked): Promise<Reply> {
  const intent = shop.intents[mode];
  const ids: Record<string, string> = {
    public_key: path,
    export_format: 'jsonl',
    item_id: itemOf(shop, mode),
    payment_intent_id: intent,
    transfer_id: transfers.get(`${shop.name} ${mode}`) ?? '',
    wallet_id: wallets.get(`${shop.name} ${mode}`) ?? '',
    ...webhooks.get(`${shop.name} ${mode}`),
    request_id: requests.get(`${shop.name} ${mode}`) ?? '',
  };
  const filled = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no-${name}`);
  const inQuery: Record<string, string> = { payment_intent_id: intent, email: `${shop.name}.${mode}@example.org` };
  const wanted = Object.keys(route.query?.properties ?? {}).filter((name) => Object.hasOwn(inQuery, name));
  const query = new URLSearchParams(wanted.map((name) => [name, inQuery[name] ?? '']));
  const body = exampleBody(route);
  return sendBytes(shops.server.baseUrl, {
    method: route.method,
    path: query.size === 0 ? filled : `${filled}?${query.toString()}`,
    headers: {
      accept: '*/*',
      ...(privateKey === undefined ? {} : { authorization: `Bearer ${privateKey}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** What was asked for stands in an answer's own `instance` or `href`; what it names does not. */
function expectNothingOf(other: SignedInShop, { text }: Reply, asked: readonly string[]): void {
  const secrets = [...other.secrets, ...MODES.map((mode) => nameOf(other, mode)), `${other.name} customer`];
  for (const secret of secrets.filter((each) => !asked.includes(each))) expect(text).not.toContain(secret);
}

const pairs = () =>
  [
    [shops.ada, shops.bob],
    [shops.bob, shops.ada],
  ] as const;

describe('the matrix', () => {
  it('holds every route that is about a merchant', () => {
    expect(keyed.length).toBeGreaterThanOrEqual(10);
    expect(crossed.length).toBeGreaterThanOrEqual(15);
    expect(crossed.filter(namesIntent).length).toBeGreaterThanOrEqual(8);
  });

  it('misses none: whatever else is open has no parameter that could name something of a merchant', () => {
    const harmless = new Set(['file', 'code', 'name']);
    for (const route of publicRoutes.filter((each) => !isAboutMerchant(each))) {
      expect(route.access).toBe('open');
      for (const name of parametersOf(route)) expect(harmless, `${route.path}: ${name}`).toContain(name);
    }
  });

  it('knows every parameter of the public routes', () => {
    const known = new Set(['public_key', 'payment_intent_id', 'item_id', 'transfer_id', 'wallet_id', 'export_format']);
    for (const name of ['event_id', 'endpoint_id', 'delivery_id', 'request_id']) known.add(name);
    for (const route of crossed) {
      for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g)) expect(known, route.path).toContain(name);
    }
  });
});

describe('two merchants never see each other: one’s own keys and the other’s ids', () => {
  it.each(cases(crossed))('$name', async ({ route }) => {
    for (const mode of MODES) {
      for (const [one, other] of pairs()) {
        const { public_key: path, private_key: privateKey } = one.keys[mode];
        const of = { shop: other, mode };
        const reply = await ask(route, { path, privateKey, of });
        expectNothingOf(other, reply, [other.intents[mode]]);
        if (namesIntent(route)) expect([403, 404], reply.text).toContain(reply.status);
        else expect(ALLOWED[route.id] ?? [200, 201, 404], reply.text).toContain(reply.status);
        if (needsKey(route)) continue;
        const keyless = await ask(route, { path, privateKey: undefined, of });
        expectNothingOf(other, keyless, [other.intents[mode]]);
        expect([401, 404], keyless.text).toContain(keyless.status);
      }
    }
  });
});

const onPath = crossed.filter((route) => route.path.includes('{public_key}'));

describe('two merchants never see each other: one’s own private key on the other’s path', () => {
  it.each(cases(onPath))('$name', async ({ route }) => {
    for (const mode of MODES) {
      for (const [one, other] of pairs()) {
        const asked = { path: other.keys[mode].public_key, privateKey: one.keys[mode].private_key };
        for (const shop of isOpenByCapability(route) ? [one] : [one, other]) {
          const reply = await ask(route, { ...asked, of: { shop, mode } });
          expectNothingOf(other, reply, [asked.path, other.intents[mode]]);
          if (isOpenByCapability(route)) expect(reply.status, reply.text).toBe(404);
          else expectProblem(reply, 403, 'key_pair_mismatch');
        }
      }
    }
  });
});

const MIXED = [
  ['test', 'live'],
  ['live', 'test'],
] as const;

describe('test and live never mix', () => {
  it.each(cases(onPath))('the key of one mode on the path of the other: $name', async ({ route }) => {
    for (const [mode, other] of MIXED) {
      const { keys } = shops.ada;
      const asked = { path: keys[other].public_key, privateKey: keys[mode].private_key };
      const reply = await ask(route, { ...asked, of: { shop: shops.ada, mode } });
      if (isOpenByCapability(route)) expect(reply.status, reply.text).toBe(404);
      else expectProblem(reply, 403, 'mode_mismatch');
    }
  });

  it.each(cases(crossed.filter(namesIntent)))('an id of one mode with keys of the other: $name', async ({ route }) => {
    for (const [mode, other] of MIXED) {
      const { public_key: path, private_key: privateKey } = shops.ada.keys[mode];
      const reply = await ask(route, { path, privateKey, of: { shop: shops.ada, mode: other } });
      expect([403, 404], reply.text).toContain(reply.status);
      for (const theirs of [`ada.${other}@example.org`, `order-ada-${other}`, nameOf(shops.ada, other)]) {
        expect(reply.text).not.toContain(theirs);
      }
    }
  });

  it('in lists', async () => {
    for (const [mode, other] of MIXED) {
      for (const path of ['/payment_intents', '/items', `/payment_intents?email=ada.${other}@example.org`]) {
        const { status, text } = await send(shops.server.baseUrl, shops.ada.keys[mode], path);
        expect(status).toBe(200);
        for (const theirs of [shops.ada.intents[other], nameOf(shops.ada, other), `order-ada-${other}`]) {
          expect(text).not.toContain(theirs);
        }
      }
    }
  });
});

describe('401 for who has no key, or a wrong one', () => {
  it.each(cases(keyed))('$name', async ({ route }) => {
    for (const mode of MODES) {
      const { keys, intents } = shops.bob;
      const path = keys[mode].public_key;
      const of = { shop: shops.bob, mode };
      const none = await ask(route, { path, of, privateKey: undefined });
      expectProblem(none, 401, 'missing_credentials');
      expectNothingOf(shops.bob, none, [path, intents[mode]]);
      const privateKey = `${keys[mode].private_key.slice(0, -7)}0000000`;
      for (const asked of [path, `fpk_${mode}_0000000000000000000000`]) {
        const reply = await ask(route, { path: asked, of, privateKey });
        expectProblem(reply, 401, 'invalid_private_key');
        expectNothingOf(shops.bob, reply, [asked, intents[mode]]);
      }
    }
  });
});

describe('after all that', () => {
  it('nothing of anybody was changed by the other', async () => {
    for (const { keys, intents, ...shop } of [shops.ada, shops.bob]) {
      for (const mode of MODES) {
        const intent = await send(shops.server.baseUrl, keys[mode], `/payment_intents/${intents[mode]}`);
        expect(intent.json).toMatchObject({ status: 'requires_payment', livemode: mode === 'live', payments: [] });
        const items = await send(shops.server.baseUrl, keys[mode], '/items?limit=100');
        expect(items.text).toContain(nameOf({ keys, intents, ...shop }, mode));
      }
    }
  });
});

/** Anyone who knows the ID may use these routes, so a key in the request is ignored. */
const OPEN_BY_CAPABILITY = new Set([
  'checkout.status',
  'checkout.watch',
  'checkout.prepare_transaction',
  'checkout.claim',
  'checkout.simulate',
  'checkout.receipt',
]);
const isOpenByCapability = (route: Route): boolean => OPEN_BY_CAPABILITY.has(route.id);
