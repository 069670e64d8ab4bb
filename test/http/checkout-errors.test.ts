import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePrivateKey } from '../../src/domain/keys/key.ts';
import { create, createdId, type Keys, type Reply } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { createMerchant, florin, type NewMerchant, type RunningServer, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { DocumentedAnswers } from './documented-answers.ts';
import { sendBytes } from './send-bytes.ts';
import { TcpProxy } from './tcp-proxy.ts';

const PAGE = '/{public_key}/checkout/{payment_intent_id}';
const FIND = '/{public_key}/checkout';
const PULL = '/checkout';
const STATUS = `${PAGE}/status`;
const EVENTS = `${PAGE}/events`;

let databaseUrl: string;
let proxy: TcpProxy;
let server: RunningServer;
let keys: NewMerchant;
let intentId: string;
let answers: DocumentedAnswers;

beforeAll(async () => {
  databaseUrl = await createMigrated(['control', 'data']);
  keys = await createMerchant({ databaseUrl });
  proxy = await TcpProxy.start(databaseUrl);
  server = await startServer({ databaseUrl: proxy.url, env: { FLORIN_LOG_LEVEL: 'fatal' } });
  intentId = createdId(await create(server.baseUrl, keys));
  answers = await DocumentedAnswers.of(server.baseUrl);
});

afterAll(async () => {
  proxy?.pass();
  await server?.stop();
  await proxy?.stop();
});

const makeKey = (...options: string[]): Promise<Keys> =>
  florin<Keys>({ databaseUrl }, 'keys', 'create', '--merchant', keys.merchant_id, ...options);

function ask(template: string, authorization?: string, { publicKey = keys.public_key, id = intentId } = {}) {
  const query = template.endsWith('/checkout') ? `?payment_intent_id=${id}` : '';
  const path = template.replace('{public_key}', publicKey).replace('{payment_intent_id}', id) + query;
  const headers = { accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) };
  return sendBytes(server.baseUrl, { path, headers });
}

function expectDocumented(template: string, reply: Reply, status: number, code: string): void {
  expect([reply.status, reply.json['code']]).toEqual([status, code]);
  expect(answers.complaints('GET', template, reply)).toEqual([]);
}

const bearer = ({ private_key }: Pick<Keys, 'private_key'>) => `Bearer ${private_key}`;

describe.each([PAGE, FIND, PULL])('a private key at %s', (template) => {
  it('401 where the header holds none', async () => {
    expectDocumented(template, await ask(template, 'Basic YTpi'), 401, 'missing_credentials');
  });

  it('401 where nobody has it', async () => {
    const wrong = makePrivateKey('test', randomBytes(32));
    expectDocumented(template, await ask(template, `Bearer ${wrong}`), 401, 'invalid_private_key');
  });

  it('401 where its time is over', async () => {
    const short = await makeKey('--expires-in-days', '0.00003');
    const found = await waitUntil('the key expires', async () => {
      const reply = await ask(template, bearer(short), { publicKey: short.public_key });
      return reply.status === 401 ? reply : undefined;
    });
    expectDocumented(template, found, 401, 'private_key_expired');
  });

  it('403 from an address that it may not be used from', async () => {
    const away = await makeKey('--allow-ip', '203.0.113.0/24');
    const reply = await ask(template, bearer(away), { publicKey: away.public_key });
    expectDocumented(template, reply, 403, 'ip_not_allowed');
  });

  it('403 where it has not the scope', async () => {
    const writer = await makeKey('--scope', 'payments:write');
    const reply = await ask(template, bearer(writer), { publicKey: writer.public_key });
    expectDocumented(template, reply, 403, 'insufficient_scope');
  });

  it('404 for an intent that is not there', async () => {
    const id = 'pi_0000000000000000000000';
    expectDocumented(template, await ask(template, bearer(keys), { id }), 404, 'not_found');
  });
});

it('401 by the private key alone where there is none', async () => {
  expectDocumented(PULL, await ask(PULL), 401, 'missing_credentials');
});

describe.each([PAGE, FIND])('a private key beside another public one at %s', (template) => {
  it('403 where they are no pair', async () => {
    const other = await makeKey();
    expectDocumented(template, await ask(template, bearer(other)), 403, 'key_pair_mismatch');
  });

  it('403 where one is for tests and the other is not', async () => {
    const live = await makeKey('--mode', 'live');
    expectDocumented(template, await ask(template, bearer(live)), 403, 'mode_mismatch');
  });
});

describe('503 while the database is away', () => {
  beforeAll(() => proxy.refuse());
  afterAll(() => proxy.pass());

  it.each([PAGE, FIND, STATUS, EVENTS])('at %s, without a key', async (template) => {
    expectDocumented(template, await ask(template), 503, 'unavailable');
  });

  it('at /checkout, with one', async () => {
    expectDocumented(PULL, await ask(PULL, bearer(keys)), 503, 'unavailable');
  });
});
