import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/domain/errors.ts';
import { type IntentId, uuidOf } from '../../src/domain/ids.ts';
import { makePrivateKey } from '../../src/domain/keys/key.ts';
import { SCOPES } from '../../src/domain/keys/scope.ts';
import { routes } from '../../src/http/routes.ts';
import { isDashboardRoute } from '../../src/http/server/route.ts';
import { create, createdId, type Keys, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { createMerchant, florin } from '../support/server.ts';
import { untilHandled } from '../support/until-handled.ts';
import { waitUntil } from '../support/wait-until.ts';
import { DocumentedAnswers, type OpenApiDoc, type OperationDoc } from './documented-answers.ts';
import { toSendable } from './example-body.ts';
import { insertUnmatchedTransfer } from './insert-unmatched-transfer.ts';
import { type BytesRequest, sendBytes } from './send-bytes.ts';
import { sendRaw } from './send-raw.ts';
import { type Shop, startShop } from './start-shop.ts';

const CREATE = '/{public_key}/create_checkout_payment_intent';
const LIST = '/{public_key}/payment_intents';
const GET = '/{public_key}/payment_intents/{payment_intent_id}';
const INVOICE = '/{public_key}/invoices/{payment_intent_id}';
const PULL = '/checkout';
const RECEIPT = '/{public_key}/checkout/{payment_intent_id}/receipt.pdf';
const ITEMS = '/{public_key}/items';
const ITEM = '/{public_key}/items/{item_id}';
const CANCEL = '/{public_key}/payment_intents/{payment_intent_id}/cancel';
const RESOLVE = '/{public_key}/payment_intents/{payment_intent_id}/resolve';
const MARK_PAID = '/{public_key}/payment_intents/{payment_intent_id}/mark_paid';
const WALLETS = '/{public_key}/wallets';
const WALLET = '/{public_key}/wallets/{wallet_id}';
const NETWORKS = '/{public_key}/networks';
const CHALLENGE = '/{public_key}/wallets/challenge';
const TRANSFERS = '/{public_key}/transfers';
const TRANSFER = '/{public_key}/transfers/{transfer_id}';
const ASSIGN = '/{public_key}/transfers/{transfer_id}/assign';
const EVENTS = '/{public_key}/events';
const EVENT = '/{public_key}/events/{event_id}';
const RESEND_EVENT = '/{public_key}/events/{event_id}/resend';
const ENDPOINTS = '/{public_key}/webhook_endpoints';
const ENDPOINT = '/{public_key}/webhook_endpoints/{endpoint_id}';
const DELIVERIES = '/{public_key}/deliveries';
const DELIVERY = '/{public_key}/deliveries/{delivery_id}';
const RESEND_DELIVERY = '/{public_key}/deliveries/{delivery_id}/resend';
const REQUESTS = '/{public_key}/request_log';
const REQUEST = '/{public_key}/request_log/{request_id}';
const SIMULATE = '/{public_key}/payment_intents/{payment_intent_id}/simulate';

/** Asks a Solana node, which this server has not; test/chains/checkout-transaction.test.ts compares it with the document. */
const WITH_NODE = new Set(['POST /{public_key}/checkout/{payment_intent_id}/transaction']);

let shop: Shop;
/** With every scope that there is. */
let all: Keys;
let answers: DocumentedAnswers;
let document: OpenApiDoc;

beforeAll(async () => {
  // Nobody answers there; a wallet is understood without a node.
  const nobody = 'http://127.0.0.1:9';
  const watched = { FLORIN_RPC_SOLANA_DEVNET: nobody, FLORIN_RPC_EVM_LOCAL: nobody };
  shop = await startShop({ FLORIN_RATE_READ: '30', ...watched });
  all = await makeKey(...SCOPES.flatMap((scope) => ['--scope', scope]));
  answers = await DocumentedAnswers.of(shop.baseUrl);
  ({ document } = answers);
});

afterAll(() => shop.stop());

const operations = (): [name: string, path: string, operation: OperationDoc][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, OperationDoc] => [
      `${method.toUpperCase()} ${path}`,
      path,
      operation,
    ]),
  );

/** The documented paths that want no key, and can be looked at. */
const openPaths = (): string[] =>
  operations()
    .filter(([name, , operation]) => name.startsWith('GET ') && isOpen(operation))
    .map(([, path]) => path);

const isOpen = ({ security }: OperationDoc) =>
  security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);

/** Every value under a member name, wherever in the document it stands. */
function findAll(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries(value).filter(([key]) => key === name);
  return own
    .map(([, member]): unknown => member)
    .concat(Object.values(value).flatMap((member) => findAll(member, name)));
}

describe('the document', () => {
  it('is served as JSON to every origin', async () => {
    const answer = await fetch(`${shop.baseUrl}/openapi.json`, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each(['/openapi.json', '/dashboard/api/openapi.json', '/currencies', '/assets'])(
    'and other reference data is compressed, and not sent again: %s',
    async (path) => {
      const first = await sendBytes(shop.baseUrl, { path, headers: { 'accept-encoding': 'gzip' } });
      expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'gzip']);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"[\w-]+"$/);
      const second = await sendBytes(shop.baseUrl, { path, headers: { 'if-none-match': etag } });
      expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', etag]);
    },
  );

  it('has the members that OpenAPI 3.1 wants, and no other ones at its top', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Florin', version: '2026-11-15' });
    expect(document.servers).toEqual([{ url: shop.baseUrl }]);
    const known = new Set([
      'openapi',
      'info',
      'jsonSchemaDialect',
      'servers',
      'paths',
      'webhooks',
      'components',
      'security',
      'tags',
      'externalDocs',
    ]);
    expect(Object.keys(document).filter((name) => !known.has(name) && !name.startsWith('x-'))).toEqual([]);
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[a-zA-Z0-9._-]+$/);
  });

  it('describes every operation completely', () => {
    const ids = new Set<string>();
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const [name, path, operation] of operations()) {
      expect(path, name).toMatch(/^\//);
      expect(ids, name).not.toContain(operation.operationId);
      ids.add(operation.operationId);
      expect(operation.summary, name).toMatch(/\S/);
      for (const tag of operation.tags) expect(tags, name).toContain(tag);
      for (const requirement of operation.security) {
        for (const scheme of Object.keys(requirement))
          expect(document.components.securitySchemes).toHaveProperty(scheme);
      }
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(
        inPath.map((parameter) => `{${parameter.name}}`),
        name,
      ).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const parameter of operation.parameters) {
        expect(['path', 'query', 'header']).toContain(parameter.in);
        // A checkout that is asked for by a query needs to know which.
        const needed =
          parameter.in === 'path' || (path.endsWith('/checkout') && parameter.name === 'payment_intent_id');
        expect(parameter.required, `${name} ${parameter.name}`).toBe(needed);
        expect(parameter.schema, name).toBeTypeOf('object');
        expect(parameter.description, `${name} ${parameter.name}`).toMatch(/\S/);
      }
      const places = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(places).size, name).toBe(places.length);
      expect(
        Object.keys(operation.responses).some((status) => status.startsWith('2')),
        name,
      ).toBe(true);
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/);
        expect(response.description, `${name} ${status}`).toMatch(/\S/);
      }
    }
  });

  it('lists every route but pages for people, and nothing else', () => {
    const pages = routes.filter((route) => route.undocumented || isDashboardRoute(route));
    expect(pages.filter((route) => route.path.includes('{public_key}'))).toEqual([]);
    const served = routes.filter((route) => !pages.includes(route)).map(({ method, path }) => `${method} ${path}`);
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual(served.sort());
  });

  it('has no reference that leads nowhere', () => {
    const references = findAll(document, '$ref');
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const steps = String(reference).replace(/^#\//, '').split('/');
      let target: unknown = document;
      for (const step of steps) target = (target as Record<string, unknown>)[step];
      expect(target, String(reference)).toBeTypeOf('object');
    }
  });

  it('has only schemas that are schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    const schemas = findAll(document.paths, 'schema');
    expect(schemas.length).toBeGreaterThan(50);
    for (const schema of [...schemas, ...Object.values(document.components.schemas)]) {
      expect(ajv.validateSchema(schema as object), JSON.stringify(schema).slice(0, 200)).toBe(true);
    }
  });

  it('says of every problem which codes it can have, each with its own status', () => {
    const known: Record<string, { status: number }> = ERRORS;
    for (const [name, , { responses }] of operations()) {
      for (const [status, response] of Object.entries(responses)) {
        if (!response.content?.['application/problem+json']) continue;
        const codes = response['x-error-codes'] ?? [];
        expect(codes.length, `${name} ${status}`).toBeGreaterThan(0);
        expect(new Set(codes).size, `${name} ${status}`).toBe(codes.length);
        for (const code of codes) expect([code, known[code]?.status]).toEqual([code, Number(status)]);
      }
    }
  });

  it('names every limit of a field in its schema', () => {
    const { schema } = document.paths[CREATE]?.['post']?.requestBody?.content['application/json'] ?? {};
    expect(schema).toMatchObject({
      required: [
        'customer',
        'total_amount',
        'items',
        'currency_displayed',
        'tax_percent',
        'tax_amount',
        'crypto_amount_requested',
        'exchange_rate',
        'billing_address',
        'shipping_address',
      ],
      properties: {
        customer: {
          required: ['name', 'email', 'phone_number'],
          properties: { name: { maxLength: 256 }, email: { maxLength: 254 }, phone_number: { maxLength: 32 } },
        },
        total_amount: { type: 'integer', minimum: 0, maximum: 999_999_999_999 },
        tax_amount: { type: 'integer', minimum: 0, maximum: 999_999_999_999 },
        items: {
          minItems: 1,
          maxItems: 100,
          items: {
            required: ['item_id', 'quantity'],
            properties: {
              item_id: { minLength: 1, maxLength: 128 },
              quantity: { type: 'integer', minimum: 1, maximum: 1_000_000 },
            },
          },
        },
        billing_address: {
          required: ['address', 'city', 'state', 'country', 'postal_code'],
          properties: {
            address: { maxLength: 512 },
            city: { maxLength: 128 },
            state: { maxLength: 128 },
            country: { maxLength: 64 },
            postal_code: { maxLength: 32 },
          },
        },
        metadata: { maxProperties: 50, propertyNames: { maxLength: 40 }, additionalProperties: { maxLength: 500 } },
        expires_in: { minimum: 300, maximum: 604_800 },
      },
    });
    const words = [
      '65,536 bytes',
      '10 levels',
      '1,000 per second',
      '2,000 per second',
      '600 per minute',
      '10 s',
      '15 s',
    ];
    for (const word of words) expect(document.info.description).toContain(word);
  });
});

describe('success for every example of the document', () => {
  it('and each fits its own schema', async () => {
    let sent = 0;
    for (const [name, path, operation] of operations()) {
      for (const [type, { examples }] of Object.entries(operation.requestBody?.content ?? {})) {
        const [method = ''] = name.split(' ');
        const validate = answers.schemaAt([
          'paths',
          path,
          method.toLowerCase(),
          'requestBody',
          'content',
          type,
          'schema',
        ]);
        for (const [title, { value }] of Object.entries(examples ?? {})) {
          expect(validate(value), title).toBe(true);
          if (WITH_NODE.has(name)) continue;
          const { own, sent: prepared } = await prepare(path, value);
          const reply = await send(shop.baseUrl, all, own, { method, body: prepared });
          const success = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
          expect(success, `${title}: ${reply.text}`).toContain(String(reply.status));
          expect(answers.complaints(method, path, reply)).toEqual([]);
          sent += 1;
        }
      }
    }
    expect(sent).toBeGreaterThanOrEqual(3);
  });

  it('and the examples of answers fit theirs', async () => {
    let checked = 0;
    for (const [name, path, operation] of operations()) {
      // Compiling takes long, and a connection that the server closes meanwhile has to be noticed.
      await setImmediate();
      const method = (name.split(' ')[0] ?? '').toLowerCase();
      for (const [status, response] of Object.entries(operation.responses)) {
        for (const [type, { example, examples = {} }] of Object.entries(response.content ?? {})) {
          const shown = [
            ...(example === undefined ? [] : [example]),
            ...Object.values(examples).map(({ value }) => value),
          ];
          const steps = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
          for (const one of shown) expect(answers.schemaAt(steps)(one), `${name} ${status}`).toBe(true);
          checked += shown.length;
        }
      }
    }
    expect(checked).toBeGreaterThan(0);
  });
});

/** What an operation is about must exist, in a state that allows it. */
async function prepare(path: string, value: unknown): Promise<{ own: string; sent: unknown }> {
  const id = createdId(await create(shop.baseUrl, shop.keys));
  if (path.endsWith('/resolve')) await putIntoReview(id);
  const transferId = path.includes('{transfer_id}')
    ? await insertUnmatchedTransfer(shop.databaseUrl, shop.keys.merchant_id)
    : '';
  const own = path
    .replace('/{public_key}', '')
    .replace('{payment_intent_id}', id)
    .replace('{transfer_id}', transferId)
    .replace('{endpoint_id}', path.includes('{endpoint_id}') ? await newEndpoint() : '')
    .replace('{event_id}', path.includes('{event_id}') ? await firstEvent() : '');
  return { own, sent: transferId === '' ? toSendable(value) : { ...(value as object), payment_intent_id: id } };
}

async function newEndpoint(): Promise<string> {
  const body = toSendable({ url: '', events: ['*'] });
  const reply = await send(shop.baseUrl, all, '/webhook_endpoints', { body });
  return String(reply.json['id']);
}

/** The ID of the merchant's first event, once it has a number. */
const firstEvent = (): Promise<string> =>
  waitUntil('an event is numbered', async () => {
    const reply = await send(shop.baseUrl, all, '/events?limit=1');
    return (reply.json['data'] as { id: string }[])[0]?.id;
  });

const putIntoReview = (id: string) =>
  runSql(
    shop.databaseUrl,
    `UPDATE florin_data.payment_intents SET status = 'needs_review', review_cause = 'underpaid',
       review_from = 'requires_payment' WHERE id = $1`,
    [uuidOf(id as IntentId)],
  );

function expectDocumented(method: string, template: string, reply: Reply, status: number, code?: string): void {
  expect([reply.status, reply.json['code']], reply.text.slice(0, 300)).toEqual([status, code]);
  expect(answers.complaints(method, template, reply)).toEqual([]);
}

const makeKey = (...options: string[]): Promise<Keys> =>
  florin<Keys>(shop.options, 'keys', 'create', '--merchant', shop.keys.merchant_id, ...options);

const body = (more: object = {}) => JSON.stringify({ ...validBody(), ...more });

/** What the document says is compared with what the server does, answer by answer. */
describe('every answer is as documented', () => {
  let intentId: string;

  beforeAll(async () => {
    intentId = createdId(await create(shop.baseUrl, shop.keys));
  });

  const fill = (template: string, keys: Keys = shop.keys) =>
    template
      .replace('{public_key}', keys.public_key)
      .replace('{payment_intent_id}', intentId)
      .replace('{item_id}', 'sku_1')
      .replace('{wallet_id}', 'wal_0000000000000000000000')
      .replace('{transfer_id}', 'tr_0000000000000000000000')
      .replace('{event_id}', 'evt_0000000000000000000000')
      .replace('{endpoint_id}', 'we_0000000000000000000000')
      .replace('{delivery_id}', 'dlv_0000000000000000000000')
      .replace('{request_id}', 'req_000000000000000000000000')
      .replace('{code}', 'not_found');

  const keyed = (method: string, template: string, init: Partial<BytesRequest> = {}, keys: Keys = shop.keys) =>
    sendBytes(shop.baseUrl, {
      method,
      path: fill(template, keys),
      ...init,
      headers: {
        authorization: `Bearer ${keys.private_key}`,
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...init.headers,
      },
    });

  it('201 with the whole intent, and again', async () => {
    const headers = { prefer: 'return=representation', 'idempotency-key': randomUUID() };
    const sent = body({ metadata: { a: 'b' }, order_id: 'o', locale: 'en', color: 'red' });
    for (let round = 0; round < 2; round += 1) {
      expectDocumented('POST', CREATE, await keyed('POST', CREATE, { body: sent, headers }), 201);
    }
    expectDocumented(
      'POST',
      CREATE,
      await keyed('POST', CREATE, { body: body(), headers }),
      422,
      'idempotency_key_reused',
    );
  });

  it('201 with every warning', async () => {
    const odd = {
      total_amount: 0,
      tax_amount: 5,
      currency_displayed: 'xyz',
      crypto_amount_requested: '1 wagmi',
      exchange_rate: '1 SOL = €0',
    };
    const reply = await keyed('POST', CREATE, { body: body(odd), headers: { prefer: 'return=representation' } });
    expectDocumented('POST', CREATE, reply, 201);
  });

  it('400, 413, 415 and 422 for bodies', async () => {
    expectDocumented('POST', CREATE, await keyed('POST', CREATE, { body: '{' }), 400, 'malformed_json');
    const large = await keyed('POST', CREATE, { body: 'x'.repeat(65_537) });
    expectDocumented('POST', CREATE, large, 413, 'body_too_large');
    const plain = await keyed('POST', CREATE, { body: body(), headers: { 'content-type': 'text/plain' } });
    expectDocumented('POST', CREATE, plain, 415, 'unsupported_media_type');
    expectDocumented('POST', CREATE, await keyed('POST', CREATE, { body: '{}' }), 422, 'validation_failed');
    const headers = { 'idempotency-key': '' };
    expectDocumented('POST', CREATE, await keyed('POST', CREATE, { body: body(), headers }), 422, 'validation_failed');
    expectDocumented(
      'GET',
      LIST,
      await keyed('GET', LIST, { path: `${fill(LIST)}?limit=0` }),
      422,
      'validation_failed',
    );
  });

  it('400 for headers and paths', async () => {
    for (const [method, template] of [
      ['POST', CREATE],
      ['GET', GET],
      ['GET', LIST],
      ['POST', CANCEL],
      ['GET', INVOICE],
      ['GET', ITEMS],
      ['POST', ITEMS],
      ['PUT', ITEM],
      ['DELETE', ITEM],
    ] as const) {
      const sent = method === 'POST' && template === CREATE ? { body: body() } : {};
      const version = await keyed(method, template, { ...sent, headers: { 'api-version': '1' } });
      expectDocumented(method, template, version, 400, 'api_version_unknown');
      const path = fill(template).replace(/^\/[^/]+/, `/${shop.keys.private_key}`);
      expectDocumented(method, template, await keyed(method, template, { ...sent, path }), 400, 'private_key_in_url');
    }
  });

  it('400 for a private key in the query of an open path', async () => {
    expect(openPaths()).toContain('/healthz');
    for (const template of openPaths()) {
      const reply = await sendBytes(shop.baseUrl, { path: `${fill(template)}?key=${shop.keys.private_key}` });
      expectDocumented('GET', template, reply, 400, 'private_key_in_url');
    }
  });

  it('400, 413 and 415 for a body that a cancel does not want', async () => {
    const malformed = await keyed('POST', CANCEL, { body: '{' });
    const large = await keyed('POST', CANCEL, { body: 'x'.repeat(65_537) });
    const plain = await keyed('POST', CANCEL, { body: 'x', headers: { 'content-type': 'text/plain' } });
    for (const reply of [malformed, large, plain]) {
      expect(reply.status).toBeLessThan(500);
      expect(answers.complaints('POST', CANCEL, reply)).toEqual([]);
    }
  });

  it('401 and 403 for keys', async () => {
    const [live, reader, writer, away] = await Promise.all([
      makeKey('--mode', 'live'),
      makeKey('--scope', 'payments:read'),
      makeKey('--scope', 'payments:write'),
      makeKey('--allow-ip', '203.0.113.0/24'),
    ]);
    const wrong = { ...shop.keys, private_key: makePrivateKey('test', randomBytes(32)) };
    for (const [method, template, short] of [
      ['POST', CREATE, reader],
      ['GET', GET, writer],
      ['GET', LIST, writer],
      ['POST', CANCEL, reader],
      ['GET', INVOICE, writer],
      ['GET', ITEMS, writer],
      ['POST', ITEMS, reader],
      ['PUT', ITEM, reader],
      ['DELETE', ITEM, reader],
      ['POST', RESOLVE, writer],
      ['POST', MARK_PAID, writer],
      ['GET', WALLETS, writer],
      ['POST', WALLETS, writer],
      ['DELETE', WALLET, writer],
      ['GET', TRANSFERS, writer],
      ['POST', ASSIGN, writer],
      ['GET', EVENTS, writer],
      ['GET', EVENT, writer],
      ['POST', RESEND_EVENT, reader],
      ['GET', ENDPOINTS, writer],
      ['POST', ENDPOINTS, reader],
      ['GET', ENDPOINT, writer],
      ['PATCH', ENDPOINT, reader],
      ['DELETE', ENDPOINT, reader],
      ['POST', `${ENDPOINT}/roll_secret`, reader],
      ['POST', `${ENDPOINT}/test`, reader],
      ['POST', `${ENDPOINT}/resend`, reader],
      ['GET', DELIVERIES, writer],
      ['GET', DELIVERY, writer],
      ['POST', RESEND_DELIVERY, reader],
      ['GET', REQUESTS, writer],
      ['GET', REQUEST, writer],
    ] as const) {
      const sent = template === CREATE ? { body: body() } : {};
      const none = await sendBytes(shop.baseUrl, { method, path: fill(template), ...sent });
      expectDocumented(method, template, none, 401, 'missing_credentials');
      expectDocumented(method, template, await keyed(method, template, sent, wrong), 401, 'invalid_private_key');
      const other = { ...sent, path: fill(template, reader) };
      expectDocumented(method, template, await keyed(method, template, other), 403, 'key_pair_mismatch');
      const mixed = { ...sent, path: fill(template, live) };
      expectDocumented(method, template, await keyed(method, template, mixed), 403, 'mode_mismatch');
      expectDocumented(method, template, await keyed(method, template, sent, short), 403, 'insufficient_scope');
      expectDocumented(method, template, await keyed(method, template, sent, away), 403, 'ip_not_allowed');
    }
  });

  it('401 for an expired key', async () => {
    const keys = await makeKey('--expires-in-days', '0.00003');
    await waitUntil('the key expires', async () => {
      const reply = await keyed('POST', CREATE, { body: body() }, keys);
      return reply.status === 401 ? reply : undefined;
    });
    expectDocumented('POST', CREATE, await keyed('POST', CREATE, { body: body() }, keys), 401, 'private_key_expired');
  });

  it('404 for what is not there', async () => {
    const absent = 'pi_0000000000000000000000';
    for (const [method, template] of [
      ['GET', GET],
      ['POST', CANCEL],
      ['GET', INVOICE],
    ] as const) {
      const path = fill(template).replace(intentId, absent);
      expectDocumented(method, template, await keyed(method, template, { path }), 404, 'not_found');
    }
  });

  it('200 for a simulated payment, 409 in an asset that nobody knows', async () => {
    for (const [asset, status, code] of [
      ['SOL', 200, undefined],
      ['NOPE', 409, 'invalid_state'],
    ] as const) {
      const due = { ...validBody(), crypto_amount_requested: `1 ${asset}` };
      const path = fill(SIMULATE).replace(intentId, createdId(await create(shop.baseUrl, shop.keys, due)));
      const reply = await keyed('POST', SIMULATE, { body: '{"kind":"full"}', path });
      expectDocumented('POST', SIMULATE, reply, status, code);
    }
  });

  it('200, 201, 404, 409, 413, 415 and 422 for items', async () => {
    const item = { name: 'One', unit_amount: 1, currency: 'EUR' };
    const put = () => keyed('PUT', ITEM, { body: JSON.stringify(item) });
    expectDocumented('PUT', ITEM, await put(), 201);
    expectDocumented('PUT', ITEM, await put(), 200);
    expectDocumented('PUT', ITEM, await keyed('PUT', ITEM, { body: '{}' }), 422, 'validation_failed');
    const post = (sent: string, headers = {}) => keyed('POST', ITEMS, { body: sent, headers });
    const twice = await post(JSON.stringify({ item_id: 'sku_1', ...item }));
    expectDocumented('POST', ITEMS, twice, 409, 'item_exists');
    const csv = { 'content-type': 'text/csv' };
    const { example = '' } = document.paths[ITEMS]?.['post']?.requestBody?.content['text/csv'] ?? {};
    const imported = await post(`${example}bad\n`, csv);
    expectDocumented('POST', ITEMS, imported, 200);
    expect(imported.json).toMatchObject({ imported: 2, errors: [{ line: 4 }] });
    expectDocumented('POST', ITEMS, await post('x', csv), 422, 'validation_failed');
    expectDocumented('POST', ITEMS, await post('x'.repeat(1_048_577), csv), 413, 'body_too_large');
    const plain = await post('x', { 'content-type': 'text/plain' });
    expectDocumented('POST', ITEMS, plain, 415, 'unsupported_media_type');
    expectDocumented('GET', ITEMS, await keyed('GET', ITEMS), 200);
    expectDocumented('DELETE', ITEM, await keyed('DELETE', ITEM), 200);
    expectDocumented('DELETE', ITEM, await keyed('DELETE', ITEM), 404, 'not_found');
  });

  it('200 for networks', async () => {
    expectDocumented('GET', NETWORKS, await keyed('GET', NETWORKS), 200);
  });

  it('200, 201, 404, 409 and 422 for wallets', async () => {
    const wallet = { network: 'solana-devnet', address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU' };
    const add = (sent: object) => keyed('POST', WALLETS, { body: JSON.stringify(sent) }, all);
    expectDocumented('POST', WALLETS, await add({ ...wallet, dry_run: true }), 200);
    const added = await add(wallet);
    expectDocumented('POST', WALLETS, added, 201);
    expectDocumented('POST', WALLETS, await add({ network: 'solana-devnet' }), 422, 'validation_failed');
    expectDocumented('POST', WALLETS, await add({ ...wallet, network: 'ethereum' }), 422, 'validation_failed');
    expectDocumented('GET', WALLETS, await keyed('GET', WALLETS), 200);
    const challenge = (sent: object) => keyed('POST', CHALLENGE, { body: JSON.stringify(sent) }, all);
    expectDocumented('POST', CHALLENGE, await challenge(wallet), 200);
    expectDocumented('POST', CHALLENGE, await challenge({ ...wallet, address: 'x' }), 422, 'validation_failed');
    const path = `/${all.public_key}/wallets/${String(added.json['id'])}`;
    expectDocumented('DELETE', WALLET, await keyed('DELETE', WALLET, { path }, all), 200);
    expectDocumented('DELETE', WALLET, await keyed('DELETE', WALLET, { path }, all), 404, 'not_found');
    const stranger = await createMerchant(shop.options);
    const theirs = ['--merchant', stranger.merchant_id, '--scope', 'wallets:write'];
    const keys = await florin<Keys>(shop.options, 'keys', 'create', ...theirs);
    const taken = await keyed('POST', WALLETS, { body: JSON.stringify(wallet), path: fill(WALLETS, keys) }, keys);
    expectDocumented('POST', WALLETS, taken, 409, 'wallet_taken');
  });

  it('200, 404 and 409 for transfers, and for what is decided by hand', async () => {
    const id = createdId(await create(shop.baseUrl, shop.keys));
    const transferId = await insertUnmatchedTransfer(shop.databaseUrl, shop.keys.merchant_id);
    expectDocumented('GET', TRANSFERS, await keyed('GET', TRANSFERS), 200);
    expectDocumented('GET', TRANSFER, await keyed('GET', TRANSFER), 404, 'not_found');
    const path = fill(TRANSFERS) + `/${transferId}`;
    expectDocumented('GET', TRANSFER, await keyed('GET', TRANSFER, { path }), 200);
    const assign = (transfer: string) =>
      keyed(
        'POST',
        ASSIGN,
        { body: JSON.stringify({ payment_intent_id: id }), path: `/${all.public_key}/transfers/${transfer}/assign` },
        all,
      );
    expectDocumented('POST', ASSIGN, await assign(transferId), 200);
    expectDocumented('POST', ASSIGN, await assign(transferId), 409, 'invalid_state');
    expectDocumented('POST', ASSIGN, await assign('tr_0000000000000000000000'), 404, 'not_found');
    const decide = (template: string, sent: object) =>
      keyed('POST', template, { body: JSON.stringify(sent), path: fill(template, all).replace(intentId, id) }, all);
    const resolution = { decision: 'accept', reason: 'because' };
    expectDocumented('POST', RESOLVE, await decide(RESOLVE, resolution), 409, 'invalid_state');
    await putIntoReview(id);
    expectDocumented('POST', RESOLVE, await decide(RESOLVE, resolution), 200);
    expectDocumented('POST', MARK_PAID, await decide(MARK_PAID, { reason: 'x' }), 409, 'invalid_state');
    expectDocumented('POST', MARK_PAID, await keyed('POST', MARK_PAID, { body: '{"reason":"x"}' }, all), 200);
    intentId = createdId(await create(shop.baseUrl, shop.keys));
  });

  it('200 and 404 for exports, and 200 for the list of invoices', async () => {
    for (const kind of ['payments', 'transfers', 'invoices']) {
      const template = `/{public_key}/exports/${kind}.{export_format}`;
      for (const format of ['csv', 'jsonl']) {
        const path = fill(template).replace(/\.[^.]*$/, `.${format}`);
        expectDocumented('GET', template, await keyed('GET', template, { path }), 200);
      }
      const unknown = await keyed('GET', template, { path: fill(template).replace(/\.[^.]*$/, '.xlsx') });
      expectDocumented('GET', template, unknown, 404, 'not_found');
    }
    expectDocumented('GET', '/{public_key}/invoices', await keyed('GET', '/{public_key}/invoices'), 200);
  });

  it('200 and 422 for events, 201 and 404 for one that is sent again', async () => {
    expectDocumented('GET', EVENTS, await keyed('GET', EVENTS), 200);
    const unknown = { path: `${fill(EVENTS)}?type=x` };
    expectDocumented('GET', EVENTS, await keyed('GET', EVENTS, unknown), 422, 'validation_failed');
    expectDocumented('GET', EVENT, await keyed('GET', EVENT), 404, 'not_found');
    const path = `/${all.public_key}/events/${await firstEvent()}`;
    expectDocumented('GET', EVENT, await keyed('GET', EVENT, { path }, all), 200);
    const resend = (sent: object, at = path) =>
      keyed('POST', RESEND_EVENT, { path: `${at}/resend`, body: JSON.stringify(sent) }, all);
    expectDocumented('POST', RESEND_EVENT, await resend({ endpoint: await newEndpoint() }), 201);
    expectDocumented('POST', RESEND_EVENT, await resend({ endpoint: 'we_1' }), 404, 'not_found');
    expectDocumented('POST', RESEND_EVENT, await resend({ endpoint: 1 }), 422, 'validation_failed');
  });

  it('200 for a stream of events, as long as one listens', async () => {
    const listening = new AbortController();
    const answer = await fetch(`${shop.baseUrl}${fill(EVENTS)}`, {
      headers: { authorization: `Bearer ${shop.keys.private_key}`, accept: 'text/event-stream' },
      signal: listening.signal,
    });
    const { value } = (await answer.body?.getReader().read()) ?? {};
    listening.abort();
    const text = new TextDecoder().decode(value);
    expect(text).toMatch(/^retry: \d+/);
    expectDocumented('GET', EVENTS, { status: answer.status, headers: answer.headers, text, json: {} }, 200);
  });

  it('200, 201, 404, 409 and 422 for webhook endpoints and deliveries', async () => {
    const ask = (method: string, template: string, path: string, sent?: object) =>
      keyed(method, template, { path: `/${all.public_key}${path}`, ...(sent && { body: JSON.stringify(sent) }) }, all);
    const url = '/webhook_endpoints';
    expectDocumented('POST', ENDPOINTS, await ask('POST', ENDPOINTS, url, { url: 'x' }), 422, 'validation_failed');
    expectDocumented('GET', ENDPOINTS, await keyed('GET', ENDPOINTS), 200);
    const own = `${url}/${await newEndpoint()}`;
    expectDocumented('GET', ENDPOINT, await ask('GET', ENDPOINT, own), 200);
    const changed = await ask('PATCH', ENDPOINT, own, { description: 'x', events: ['nothing.such'] });
    expectDocumented('PATCH', ENDPOINT, changed, 422, 'validation_failed');
    const rolled = await ask('POST', `${ENDPOINT}/roll_secret`, `${own}/roll_secret`, { overlap: '1h' });
    expectDocumented('POST', `${ENDPOINT}/roll_secret`, rolled, 200);
    const tested = await ask('POST', `${ENDPOINT}/test`, `${own}/test`);
    expectDocumented('POST', `${ENDPOINT}/test`, tested, 201);
    const delivery = `/deliveries/${String(tested.json['id'])}`;
    expectDocumented('GET', DELIVERIES, await keyed('GET', DELIVERIES), 200);
    expectDocumented('GET', DELIVERY, await ask('GET', DELIVERY, delivery), 200);
    const resend = () => ask('POST', RESEND_DELIVERY, `${delivery}/resend`);
    expectDocumented('POST', RESEND_DELIVERY, await resend(), 201);
    await ask('PATCH', ENDPOINT, own, { status: 'disabled' });
    expectDocumented('POST', RESEND_DELIVERY, await resend(), 409, 'invalid_state');
    expectDocumented('DELETE', ENDPOINT, await ask('DELETE', ENDPOINT, own), 200);
    for (const [method, template] of [
      ['GET', ENDPOINT],
      ['DELETE', ENDPOINT],
      ['GET', DELIVERY],
      ['POST', RESEND_DELIVERY],
    ] as const) {
      expectDocumented(method, template, await keyed(method, template, {}, all), 404, 'not_found');
    }
  });

  it('200, 404 and 422 for the request log', async () => {
    const id = (await keyed('POST', CREATE, { body: '{}' })).headers.get('request-id');
    const path = `/${shop.keys.public_key}/request_log/${id}`;
    const found = await waitUntil('the request is logged', async () => {
      const reply = await keyed('GET', REQUEST, { path });
      return reply.status === 404 ? undefined : reply;
    });
    expectDocumented('GET', REQUEST, found, 200);
    expectDocumented('GET', REQUEST, await keyed('GET', REQUEST), 404, 'not_found');
    const list = (query: string) => keyed('GET', REQUESTS, { path: `${fill(REQUESTS)}?${query}` });
    expectDocumented('GET', REQUESTS, await list('status=4xx&limit=2'), 200);
    expectDocumented('GET', REQUESTS, await list('status=6xx'), 422, 'validation_failed');
  });

  it('200 in three forms, 403 and 406 for an invoice', async () => {
    for (const accept of ['application/json', 'application/pdf', 'text/html']) {
      const ask = () => keyed('GET', INVOICE, { headers: { accept } });
      expectDocumented('GET', INVOICE, await (accept === 'application/pdf' ? untilHandled(ask) : ask()), 200);
    }
    const none = await keyed('GET', INVOICE, { headers: { accept: 'image/png' } });
    expectDocumented('GET', INVOICE, none, 406, 'not_acceptable');
    const link = await sendBytes(shop.baseUrl, { path: `${fill(INVOICE)}?expires=1&signature=a` });
    expectDocumented('GET', INVOICE, link, 403, 'link_expired');
  });

  it('200 and 409 for a cancel', async () => {
    expectDocumented('POST', CANCEL, await keyed('POST', CANCEL), 200);
    await runSql(shop.databaseUrl, `UPDATE florin_data.payment_intents SET status = 'succeeded'`);
    expectDocumented('POST', CANCEL, await keyed('POST', CANCEL), 409, 'invalid_state');
  });

  it('200 for an intent and for a page, in every status', async () => {
    for (const status of [
      'requires_payment',
      'processing',
      'partially_paid',
      'succeeded',
      'expired',
      'canceled',
      'needs_review',
    ]) {
      await runSql(shop.databaseUrl, 'UPDATE florin_data.payment_intents SET status = $1', [status]);
      expectDocumented('GET', GET, await keyed('GET', GET), 200);
    }
    expectDocumented('GET', LIST, await keyed('GET', LIST, { path: `${fill(LIST)}?limit=2` }), 200);
    expectDocumented('GET', LIST, await keyed('GET', LIST), 200);
  });

  it('200 for every open path', async () => {
    const others = new Set([INVOICE, RECEIPT]);
    const finite = openPaths().filter((template) => !template.endsWith('/events') && !others.has(template));
    for (const template of finite) {
      const query = template.endsWith('/checkout') ? `?payment_intent_id=${intentId}` : '';
      expectDocumented('GET', template, await sendBytes(shop.baseUrl, { path: `${fill(template)}${query}` }), 200);
    }
  });

  it('202 for a payment that is simulated on the checkout, and 200 for its receipt', async () => {
    const setStatus = (status: string) =>
      runSql(shop.databaseUrl, 'UPDATE florin_data.payment_intents SET status = $1', [status]);
    const template = '/{public_key}/checkout/{payment_intent_id}/simulate';
    const headers = { 'content-type': 'application/json' };
    await setStatus('requires_payment');
    const request = { method: 'POST', path: fill(template), headers, body: '{"kind":"partial"}' };
    expectDocumented('POST', template, await sendBytes(shop.baseUrl, request), 202);
    expectDocumented('GET', RECEIPT, await sendBytes(shop.baseUrl, { path: fill(RECEIPT) }), 409, 'invalid_state');
    await setStatus('succeeded');
    const receipt = await untilHandled(() => sendBytes(shop.baseUrl, { path: fill(RECEIPT) }));
    expectDocumented('GET', RECEIPT, receipt, 200);
  });

  it('200 for a checkout by private key', async () => {
    const path = `${PULL}?payment_intent_id=${intentId}`;
    expectDocumented('GET', PULL, await keyed('GET', PULL, { path }), 200);
  });

  it('200 for a stream, as long as one listens', async () => {
    const template = '/{public_key}/checkout/{payment_intent_id}/events';
    const listening = new AbortController();
    const answer = await fetch(`${shop.baseUrl}${fill(template)}`, { signal: listening.signal });
    const { value } = (await answer.body?.getReader().read()) ?? {};
    listening.abort();
    const text = new TextDecoder().decode(value);
    expect(text).toMatch(/^retry: \d+/);
    expectDocumented('GET', template, { status: answer.status, headers: answer.headers, text, json: {} }, 200);
  });

  it('400 and 431 before a path is read', async () => {
    const large = await sendRaw(shop.baseUrl, `GET /healthz HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(17_000)}\r\n\r\n`);
    expectDocumented('GET', '/healthz', large, 431, 'headers_too_large');
    const broken = await sendRaw(shop.baseUrl, 'GET /healthz HTTP/1.1\r\nhost: a\r\nx: \u0000\r\n\r\n');
    expectDocumented('GET', '/healthz', broken, 400, 'malformed_request');
  });

  it('429 for too many reads', async () => {
    const found = await waitUntil('the limit is reached', async () => {
      const replies = await Promise.all(
        Array.from({ length: 100 }, () => keyed('GET', LIST, { path: `${fill(LIST)}?limit=1` })),
      );
      return replies.find((reply) => reply.status === 429);
    });
    expectDocumented('GET', LIST, found, 429, 'rate_limited');
  });

  it('and every documented success has been seen', () => {
    const successes = operations()
      .filter(([name]) => !WITH_NODE.has(name))
      .flatMap(([name, , { responses }]) =>
        Object.keys(responses)
          .filter((status) => status.startsWith('2'))
          .map((status) => `${name} ${status}`),
      );
    expect(successes.filter((success) => !answers.seen.has(success))).toEqual([]);
  });
});
