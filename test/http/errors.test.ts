import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/domain/errors.ts';
import { routes } from '../../src/http/routes.ts';
import { create, createdId, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { timeBeside } from '../support/time-beside.ts';
import { expectProblem } from './expect-problem.ts';
import { sendBytes } from './send-bytes.ts';
import { sendRaw } from './send-raw.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
let intentId: string;

beforeAll(async () => {
  shop = await startShop();
  intentId = createdId(await create(shop.baseUrl, shop.keys));
});

afterAll(() => shop.stop());

const createPath = () => `/${shop.keys.public_key}/create_checkout_payment_intent`;

/** Posts bytes as they are to the create operation; headers named in `without` are left out. */
function postBytes(
  body: Buffer | string,
  headers: Record<string, string> = {},
  without: string[] = [],
): Promise<Reply> {
  const all = { authorization: `Bearer ${shop.keys.private_key}`, 'content-type': 'application/json', ...headers };
  const kept = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
  return sendBytes(shop.baseUrl, { method: 'POST', path: createPath(), headers: kept, body });
}

const valid = () => JSON.stringify(validBody());

describe('400 malformed_json', () => {
  const cases: Record<string, Buffer | string> = {
    'no body': '',
    'only spaces': ' \n ',
    'a cut body': valid().slice(0, -1),
    'a body cut inside a string': valid().slice(0, 20),
    'a body cut inside an escape': '{"a":"\\u00',
    'two values': `${valid()}{}`,
    'a trailing comma': `${valid().slice(0, -1)},}`,
    'single quotes': valid().replaceAll('"', "'"),
    'a comment': `${valid()} // done`,
    'names without quotes': '{customer:{}}',
    'a number with a leading zero': valid().replace('12100', '012100'),
    NaN: valid().replace('12100', 'NaN'),
    Infinity: valid().replace('12100', 'Infinity'),
    undefined: valid().replace('12100', 'undefined'),
    'a raw line end in a string': valid().replace('Ada Jansen', 'Ada\nJansen'),
    'a raw tab in a string': valid().replace('Ada Jansen', 'Ada\tJansen'),
    'a raw U+0000 in a string': valid().replace('Ada Jansen', 'Ada\u0000Jansen'),
    'a raw U+001F in a string': valid().replace('Ada Jansen', 'Ada\u001fJansen'),
    'a raw U+0000 behind it': `${valid()}\u0000`,
    'a bad escape': valid().replace('Ada Jansen', '\\x41da'),
    'a byte order mark': `\ufeff${valid()}`,
    'an invalid byte': Buffer.from(valid().replace('Ada Jansen', 'Ada \u00ff'), 'latin1'),
    'a cut character': Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe2, 0x82]), Buffer.from('"}')]),
    'an overlong character': Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0x80]), Buffer.from('"}')]),
    'half a character in UTF-8': Buffer.concat([
      Buffer.from('{"a":"'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]),
    'UTF-16': Buffer.from(valid(), 'utf16le'),
    'an XML document': '<customer/>',
    'a form': 'customer=ada',
  };
  for (const [name, body] of Object.entries(cases)) {
    it(`for ${name}`, async () => {
      const problem = expectProblem(await postBytes(body), 400, 'malformed_json');
      expect(problem.instance).toBe(createPath());
      expect(problem.errors).toBeUndefined();
    });
  }

  it('also where neither a body nor a type is sent', async () => {
    const headers = { authorization: `Bearer ${shop.keys.private_key}` };
    expectProblem(
      await sendBytes(shop.baseUrl, { method: 'POST', path: createPath(), headers }),
      400,
      'malformed_json',
    );
  });
});

describe('400 malformed_request', () => {
  const cases: Record<string, string> = {
    'what is not HTTP': 'hello\r\n\r\n',
    'a header with a control character': 'GET /healthz HTTP/1.1\r\nhost: a\r\nx: a\u0000b\r\n\r\n',
    'a request without Host': 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n',
    'a path that cannot be decoded': 'GET /%zz/payment_intents HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
    'a length below zero': 'POST /x/create_checkout_payment_intent HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n',
    'two ways to tell the length':
      'POST /x/create_checkout_payment_intent HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  };
  for (const [name, text] of Object.entries(cases)) {
    it(`for ${name}`, async () => {
      expectProblem(await sendRaw(shop.baseUrl, text), 400, 'malformed_request');
    });
  }
});

describe('400 api_version_unknown', () => {
  for (const version of ['2020-01-01', 'latest', '2026-11-15, 2026-11-15']) {
    it(`for ${version}`, async () => {
      const reply = await create(shop.baseUrl, shop.keys, validBody(), { 'api-version': version });
      expectProblem(reply, 400, 'api_version_unknown');
    });
  }
});

describe('404 not_found', () => {
  const paths = [
    '/nothing',
    '/create_checkout_payment_intent',
    '/{public_key}',
    '/{public_key}/',
    '/{public_key}/nothing',
    '/{public_key}/create_checkout_payment_intent/',
    '/{public_key}/payment_intents/{id}/nothing',
    '/{public_key}/payment_intents/{id}/cancel/now',
  ];
  for (const template of paths) {
    it(`for ${template}`, async () => {
      const path = fill(template);
      for (const method of ['GET', 'POST', 'DELETE']) {
        const headers = { authorization: `Bearer ${shop.keys.private_key}` };
        const problem = expectProblem(await sendBytes(shop.baseUrl, { method, path, headers }), 404, 'not_found');
        expect(problem.instance).toBe(path);
      }
    });
  }

  it('leaves the query out of what it repeats', async () => {
    for (const mark of ['?', '#']) {
      const reply = await sendBytes(shop.baseUrl, { path: `/nothing${mark}email=ada@example.com` });
      expect(expectProblem(reply, 404, 'not_found').instance).toBe('/nothing');
      expect(reply.text).not.toContain('ada@example.com');
    }
  });

  it('for a key in the path that is longer than any key', async () => {
    expectProblem(await sendBytes(shop.baseUrl, { path: `/${'a'.repeat(2_000)}/payment_intents` }), 404, 'not_found');
  });

  for (const id of [
    '',
    'pi_0000000000000000000000',
    'pi_zzzzzzzzzzzzzzzzzzzzzz',
    'pi_1',
    'evt_0000000000000000000000',
    '%00',
    '..%2f',
  ]) {
    it(`for the intent "${id}"`, async () => {
      expectProblem(await send(shop.baseUrl, shop.keys, `/payment_intents/${id}`), 404, 'not_found');
      const cancel = await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/cancel`, { method: 'POST' });
      expectProblem(cancel, 404, 'not_found');
    });
  }
});

/** A path of the document with its parameters filled in. */
const fill = (template: string): string =>
  template
    .replace('{public_key}', shop.keys.public_key)
    .replace(/\{(payment_intent_)?id\}/, intentId)
    .replace('{code}', 'not_found')
    .replaceAll(/\{\w+\}/g, 'x');

describe('405 method_not_allowed', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
  const taken = new Map<string, Set<string>>();
  for (const route of routes) {
    const { path, method } = route;
    const set = taken.get(path) ?? new Set<string>();
    for (const each of method === 'GET' ? ['GET', 'HEAD'] : [method]) set.add(each);
    // A browser asks before it sends what a payer's page on another origin sends.
    if (route.access === 'open' && route.payerLimit) set.add('OPTIONS');
    taken.set(path, set);
  }
  for (const [template, allowed] of taken) {
    it(`for every method but ${[...allowed].join(', ')} of ${template}`, async () => {
      const refused = methods.filter((method) => !allowed.has(method));
      const replies = await Promise.all(
        refused.map((method) => sendBytes(shop.baseUrl, { method, path: fill(template) })),
      );
      replies.forEach((reply, index) => {
        expect([refused[index], reply.status]).toEqual([refused[index], 405]);
        if (refused[index] !== 'HEAD') expectProblem(reply, 405, 'method_not_allowed');
        const allow = (reply.headers.get('allow') ?? '').split(/, */);
        expect(allow.sort()).toEqual([...allowed].sort());
      });
    });
  }

  it('for methods that only WebDAV has', async () => {
    for (const method of ['PROPFIND', 'MKCOL', 'LOCK']) {
      const reply = await sendBytes(shop.baseUrl, { method, path: createPath() });
      expectProblem(reply, 405, 'method_not_allowed');
      expect(reply.headers.get('allow')).toBe('POST');
    }
  });

  it('says where a payment intent is created', async () => {
    const path = createPath().replace('create_checkout_payment_intent', 'payment_intents');
    const { detail } = expectProblem(
      await sendBytes(shop.baseUrl, { method: 'POST', path }),
      405,
      'method_not_allowed',
    );
    expect(detail).toContain('send POST to /<public_key>/create_checkout_payment_intent.');
  });

  it('knows the documented paths', () => {
    expect([...taken.keys()]).toEqual(
      expect.arrayContaining([
        '/{public_key}/create_checkout_payment_intent',
        '/{public_key}/payment_intents',
        '/{public_key}/payment_intents/{payment_intent_id}',
        '/{public_key}/payment_intents/{payment_intent_id}/cancel',
        '/healthz',
        '/readyz',
      ]),
    );
  });
});

describe('413 body_too_large', () => {
  it('before the body has come', async () => {
    const head = [
      `POST ${createPath()} HTTP/1.1`,
      'host: a',
      `authorization: Bearer ${shop.keys.private_key}`,
      'content-type: application/json',
      'content-length: 1000000000',
    ];
    const reply = await sendRaw(shop.baseUrl, `${head.join('\r\n')}\r\n\r\n{`);
    expectProblem(reply, 413, 'body_too_large');
  });
});

describe('415 unsupported_media_type', () => {
  const types = [
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset="iso-8859-1"',
    'nonsense',
  ];
  for (const type of types) {
    it(`for ${type}`, async () => {
      expectProblem(await postBytes(valid(), { 'content-type': type }), 415, 'unsupported_media_type');
    });
  }

  it('for no type at all', async () => {
    expectProblem(await postBytes(valid(), {}, ['content-type']), 415, 'unsupported_media_type');
  });

  it('for a body under a content encoding', async () => {
    const reply = await postBytes(gzipSync(valid()), { 'content-encoding': 'gzip' });
    expectProblem(reply, 415, 'unsupported_media_type');
  });
});

describe('431 headers_too_large', () => {
  it('for a header above 16 KiB', async () => {
    const text = `GET /healthz HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(17_000)}\r\n\r\n`;
    expectProblem(await sendRaw(shop.baseUrl, text), 431, 'headers_too_large');
  });

  it('for many headers', async () => {
    const text = `GET /healthz HTTP/1.1\r\nhost: a\r\n${'x: 0123456789\r\n'.repeat(1_500)}\r\n`;
    expectProblem(await sendRaw(shop.baseUrl, text), 431, 'headers_too_large');
  });
});

/** Queries the database from a separate process. */
const askOther = () => runSql(shop.databaseUrl, 'SELECT 1');

/** A request that has begun. */
const head = () =>
  `POST ${createPath()} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${shop.keys.private_key}\r\ncontent-type: application/json\r\n`;
describe.concurrent('408 request_timeout', () => {
  it('for headers that are not whole within 10 s', async () => {
    const { result: reply, ms } = await timeBeside(askOther, () => sendRaw(shop.baseUrl, head()));
    expectProblem(reply, 408, 'request_timeout');
    expect(reply.ms).toBeGreaterThan(9_500);
    expect(ms).toBeLessThan(12_500);
  });

  it('for a request line that never ends', async () => {
    expectProblem(await sendRaw(shop.baseUrl, 'GET /healthz'), 408, 'request_timeout');
  });

  it('for a body that is not whole within 15 s', async () => {
    const text = `${head()}content-length: 1000\r\n\r\n{"customer":`;
    const { result: reply, ms } = await timeBeside(askOther, () => sendRaw(shop.baseUrl, text));
    expectProblem(reply, 408, 'request_timeout');
    expect(reply.ms).toBeGreaterThan(14_500);
    expect(ms).toBeLessThan(17_500);
  });

  it('and a connection that says nothing is closed', async () => {
    const { ms } = await timeBeside(askOther, () => sendRaw(shop.baseUrl, ''));
    expect(ms).toBeLessThan(12_500);
  });
});

describe('what a problem is', () => {
  it('names the kind of page that explains it', async () => {
    const { type } = expectProblem(await sendBytes(shop.baseUrl, { path: '/nothing' }), 404, 'not_found');
    expect(type).toBe(`${shop.baseUrl}/docs/errors/not_found`);
  });

  it('has a page for each code', async () => {
    for (const code of Object.keys(ERRORS)) {
      const page = await fetch(`${shop.baseUrl}/docs/errors/${code}`);
      expect([code, page.status]).toEqual([code, 200]);
      expect(await page.text()).toContain(code);
    }
  });

  it('leaves nothing behind in the database', async () => {
    const [row] = await runSql<{ n: number }>(
      shop.databaseUrl,
      'SELECT count(*)::int AS n FROM florin_data.payment_intents',
    );
    expect(row?.n).toBe(1);
  });

  it('leaves the server alive', async () => {
    expect((await create(shop.baseUrl, shop.keys)).status).toBe(201);
  });
});
