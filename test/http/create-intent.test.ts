import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntentId, type MerchantId, uuidOf } from '../../src/domain/ids.ts';
import { DEFAULT_POLICY } from '../../src/domain/merchants/settings.ts';
import { createIntentExamples } from '../../src/http/intents/examples.ts';
import { create, createdId, type Keys, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { expectSince } from '../support/expect-since.ts';
import { florin } from '../support/server.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
let liveKeys: Keys;

beforeAll(async () => {
  shop = await startShop();
  liveKeys = await florin<Keys>(shop.options, 'keys', 'create', '--merchant', shop.keys.merchant_id, '--mode', 'live');
});

afterAll(() => shop.stop());

interface IntentRow {
  merchant_id: string;
  livemode: boolean;
  status: string;
  sequence: number;
  total_amount: string;
  tax_amount: string;
  tax_percent: number;
  currency: string;
  asset: string;
  crypto_amount: string;
  customer_email: string;
  order_id: string | null;
  request_body: string;
  request_bytes: number;
  policy: unknown;
}

async function rowOf(reply: Reply): Promise<IntentRow> {
  const [row] = await runSql<IntentRow>(
    shop.databaseUrl,
    'SELECT *, octet_length(request_body) AS request_bytes FROM florin_data.payment_intents WHERE id = $1',
    [uuidOf(createdId(reply) as IntentId)],
  );
  if (!row) throw new Error(`No row of ${reply.text}`);
  return row;
}

const read = (reply: Reply): Promise<Reply> => send(shop.baseUrl, shop.keys, `/payment_intents/${createdId(reply)}`);

/** Creates with the documented request, changed, and reads the intent back. */
async function createAndRead(change: Record<string, unknown>): Promise<Record<string, unknown>> {
  const reply = await create(shop.baseUrl, shop.keys, { ...validBody(), ...change });
  expect(reply.status, reply.text).toBe(201);
  return (await read(reply)).json;
}

const warningsOf = (intent: Record<string, unknown>) =>
  (intent['warnings'] as { code: string; pointer: string; detail: string }[]).map(({ code, pointer }) => [
    code,
    pointer,
  ]);

describe('201 Created', () => {
  for (const name of ['integer_tax', 'digit_string_tax'] as const) {
    it(`answers the documented request (${name}) with exactly the documented body`, async () => {
      const reply = await create(shop.baseUrl, shop.keys, createIntentExamples[name].value);
      expect(reply.status).toBe(201);
      expect(reply.json).toStrictEqual({
        payment_intent_response: {
          message: expect.stringMatching(/\S/) as string,
          payment_intent_id: expect.stringMatching(/^pi_[0-9A-Za-z]{22}$/) as string,
        },
      });
    });

    it(`says where the intent of the documented request (${name}) is`, async () => {
      const reply = await create(shop.baseUrl, shop.keys, createIntentExamples[name].value);
      const base = `${shop.baseUrl}/${shop.keys.public_key}`;
      expect(reply.headers.get('location')).toBe(`${base}/payment_intents/${createdId(reply)}`);
      expect(reply.headers.get('link')).toBe(`<${base}/checkout/${createdId(reply)}>; rel="payment"`);
      expect(reply.headers.get('request-id')).toMatch(/^req_[0-9a-f]{24}$/);
      expect(reply.headers.get('api-version')).toBe('2026-11-15');
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect(reply.headers.get('idempotent-replayed')).toBeNull();
      const found = await fetch(reply.headers.get('location') ?? '', {
        headers: { authorization: `Bearer ${shop.keys.private_key}` },
      });
      expect(found.status).toBe(200);
    });

    it(`stores the documented request (${name}) with its tax as an integer`, async () => {
      const row = await rowOf(await create(shop.baseUrl, shop.keys, createIntentExamples[name].value));
      expect(row).toMatchObject({
        livemode: false,
        status: 'requires_payment',
        sequence: 1,
        total_amount: '12100',
        tax_amount: '2100',
        tax_percent: 21,
        currency: 'USD',
        asset: 'SOL',
        crypto_amount: '0.463420000000000000',
        customer_email: 'ada@example.com',
        order_id: null,
      });
    });
  }

  it('stores what the merchant accepts as paid with the intent', async () => {
    const row = await rowOf(await create(shop.baseUrl, shop.keys));
    expect(row.policy).toEqual(DEFAULT_POLICY);
  });

  it('writes the event of the creation with the intent', async () => {
    const reply = await create(shop.baseUrl, shop.keys);
    const events = await runSql<{ sequence: number; type: string; changes: unknown }>(
      shop.databaseUrl,
      'SELECT sequence, type, changes FROM florin_data.events WHERE intent_id = $1',
      [uuidOf(createdId(reply) as IntentId)],
    );
    expect(events).toEqual([{ sequence: 1, type: 'payment_intent.created', changes: { status: 'requires_payment' } }]);
  });

  it('makes another intent of each request', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(shop.baseUrl, shop.keys)));
    expect(new Set(replies.map(createdId)).size).toBe(10);
    expect(new Set(replies.map((reply) => reply.headers.get('request-id'))).size).toBe(10);
  });

  for (const accept of ['text/html', 'application/xml', 'image/png, */*;q=0', 'nonsense']) {
    it(`answers in JSON to Accept: ${accept}`, async () => {
      const reply = await create(shop.baseUrl, shop.keys, validBody(), { accept });
      expect(reply.status).toBe(201);
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(createdId(reply)).toMatch(/^pi_/);
    });
  }

  for (const type of ['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON']) {
    it(`takes Content-Type: ${type}`, async () => {
      expect((await create(shop.baseUrl, shop.keys, validBody(), { 'content-type': type })).status).toBe(201);
    });
  }

  it('echoes the API version that the request names', async () => {
    const reply = await create(shop.baseUrl, shop.keys, validBody(), { 'api-version': '2026-11-15' });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('api-version')).toBe('2026-11-15');
  });

  it('marks what a live key creates as live, and warns that no wallet receives it', async () => {
    const reply = await create(shop.baseUrl, liveKeys);
    expect(reply.status).toBe(201);
    const { json } = await send(shop.baseUrl, liveKeys, `/payment_intents/${createdId(reply)}`);
    expect(json['livemode']).toBe(true);
    expect(warningsOf(json)).toEqual([['no_wallet', '#/crypto_amount_requested']]);
  });
});

describe('201 with Prefer: return=representation', () => {
  for (const prefer of ['return=representation', 'respond-async, return=representation', 'Return=Representation']) {
    it(`carries the whole intent beside the two documented fields (${prefer})`, async () => {
      const reply = await create(shop.baseUrl, shop.keys, validBody(), { prefer });
      expect(reply.status).toBe(201);
      const wrapper = reply.json['payment_intent_response'] as Record<string, unknown>;
      expect(Object.keys(wrapper)).toEqual(['message', 'payment_intent_id', 'payment_intent']);
      expect(wrapper['payment_intent']).toEqual((await read(reply)).json);
    });
  }

  for (const prefer of ['return=minimal', 'representation', 'x-return=representation-not']) {
    it(`does not for Prefer: ${prefer}`, async () => {
      const reply = await create(shop.baseUrl, shop.keys, validBody(), { prefer });
      expect(Object.keys(reply.json['payment_intent_response'] as object)).toEqual(['message', 'payment_intent_id']);
    });
  }

  it('shows the request’s fields under their own names', async () => {
    const sent = structuredClone(createIntentExamples.all_options.value);
    const sentAtMs = Date.now();
    const reply = await create(shop.baseUrl, shop.keys, sent, { prefer: 'return=representation' });
    const { payment_intent: intent } = reply.json['payment_intent_response'] as {
      payment_intent: Record<string, unknown>;
    };
    const { expires_in: expiresIn, ...fields } = sent;
    expect(intent).toMatchObject({
      ...fields,
      id: createdId(reply),
      object: 'payment_intent',
      status: 'requires_payment',
      livemode: false,
      sequence: 1,
      asset: 'BTC',
      amount_due: '0.000534',
      checkout_url: `${shop.baseUrl}/${shop.keys.public_key}/checkout/${createdId(reply)}`,
      warnings: [],
      request: sent,
    });
    const times = [intent['created_at'], intent['expires_at']].map((time) => Date.parse(String(time)));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(expiresIn * 1_000);
    expectSince(sentAtMs, intent['created_at']);
  });
});

/** The documented request as text, with members written in before its end. */
const withMembers = (members: string): string => `${JSON.stringify(validBody()).slice(0, -1)},${members}}`;

const reversed = (): string => JSON.stringify(Object.fromEntries(Object.entries(validBody()).toReversed()));

const unusualBodies: Record<string, string> = {
  'tabs, line ends and spaces around it': ` \r\n\t${JSON.stringify(validBody(), null, '\t').replaceAll('\n', '\r\n')}\n\n `,
  'spaces around every sign': JSON.stringify(validBody()).replaceAll(/(?<=")([:,])(?=[{[\d"])/g, ' $1  '),
  'members in reverse order': reversed(),
  'repeated members, of which the last counts': `{"total_amount":1,"total_amount":"no number","items":[],${JSON.stringify(validBody()).slice(1)}`,
  'repeated unknown members': withMembers('"note":1,"note":2,"note":{"a":1,"a":2}'),
  'unknown members of every type': withMembers('"a":null,"b":[1,[2,{"c":true}]],"d":{"":""},"":0,"e":-0.0,"f":1e-7'),
  'unknown members inside known ones': JSON.stringify(validBody())
    .replace('"quantity":2', '"quantity":2,"color":"red"')
    .replace('"city"', '"floor":3,"city"'),
  'numbers beyond any type': withMembers('"big":123456789012345678901234567890.5,"huge":1e400,"tiny":1e-400'),
  'integers in other notations': JSON.stringify(validBody())
    .replace('"total_amount":12100', '"total_amount":1.21e4')
    .replace('"tax_amount":2100', '"tax_amount":2100.000'),
  'characters of all planes': JSON.stringify({
    ...validBody(),
    description: 'Żółć 漢字 😀 \u202e\u2028\u2029\ufeff\uffff\u007f',
  }),
  'characters as escapes': JSON.stringify(validBody()).replace('Ada Jansen', '\\u0041d\\u0061 \\ud83d\\ude00\\/\\b\\f'),
  'members named by escapes': JSON.stringify(validBody()).replace('"currency_displayed"', '"currency_\\u0064isplayed"'),
  'U+0000 in unknown members': withMembers('"note":"a\\u0000b","nul\\u0000":["\\u0000"],"deep":{"x":{"\\u0000":1}}'),
  'half characters in unknown members': withMembers('"note":"\\ud800","\\udfff":"\\udc00\\ud800"'),
  'unknown members with the names of prototypes': withMembers(
    '"__proto__":{"status":"succeeded"},"constructor":{"prototype":{}}',
  ),
  'U+0000 in unknown members with the names of prototypes': withMembers(
    '"toString":"\\u0000","constructor":"\\ud800","__proto__":"\\u0000"',
  ),
};

describe('201, and the stored request is what was sent', () => {
  for (const [name, text] of Object.entries(unusualBodies)) {
    it(`byte for byte: ${name}`, async () => {
      const reply = await create(shop.baseUrl, shop.keys, text, { prefer: 'return=representation' });
      expect(reply.status, reply.text).toBe(201);
      const row = await rowOf(reply);
      expect(row.request_body).toBe(text);
      expect(row.request_bytes).toBe(Buffer.byteLength(text));
      expect(row.total_amount).toBe('12100');
      expect((await read(reply)).text.endsWith(`,"request":${text.trim()}}`)).toBe(true);
      expect(reply.text.endsWith(`,"request":${text.trim()}}}}`)).toBe(true);
      const list = await send(shop.baseUrl, shop.keys, '/payment_intents?limit=1');
      expect(list.text).toContain(`,"request":${text.trim()}}]`);
    });
  }

  it('is never acted on where it names what the server decides', async () => {
    const forged = {
      id: 'pi_0000000000000000000000',
      object: 'forged',
      status: 'succeeded',
      merchant_id: '00000000-0000-0000-0000-000000000000',
      livemode: true,
      sequence: 99,
      created_at: '2001-01-01T00:00:00Z',
      expires_at: '2099-01-01T00:00:00Z',
      asset: 'BTC',
      amount_due: '0',
      crypto_amount: '0',
      checkout_url: 'https://forged.example',
      warnings: [{ code: 'forged', pointer: '#', detail: 'Forged.' }],
      request: {},
      request_body: '{}',
      event_id: '00000000-0000-0000-0000-000000000000',
      key: 'forged',
      answer: 'forged',
    };
    const sentAtMs = Date.now();
    const reply = await create(shop.baseUrl, shop.keys, { ...forged, ...validBody() });
    expect(reply.status).toBe(201);
    expect(createdId(reply)).not.toBe(forged.id);
    const { json } = await read(reply);
    expect(json).toMatchObject({
      id: createdId(reply),
      object: 'payment_intent',
      status: 'requires_payment',
      livemode: false,
      sequence: 1,
      asset: 'SOL',
      amount_due: '0.46342',
      checkout_url: `${shop.baseUrl}/${shop.keys.public_key}/checkout/${createdId(reply)}`,
      warnings: [{ code: 'unknown_member', pointer: '#/expires_at' }],
      request: { ...forged, ...validBody() },
    });
    expectSince(sentAtMs, json['created_at']);
    expect(Date.parse(String(json['expires_at'])) - Date.parse(String(json['created_at']))).toBe(3_600_000);
    expect((await rowOf(reply)).merchant_id).toBe(uuidOf(shop.keys.merchant_id as MerchantId));
  });
});

describe('201 with a warning instead of an error', () => {
  const cases: Record<string, { change: Record<string, unknown>; code: string; pointer: string }> = {
    'a zero total': {
      change: { total_amount: 0, tax_amount: 0 },
      code: 'zero_total',
      pointer: '#/total_amount',
    },
    'a tax above the total': { change: { tax_amount: 12_101 }, code: 'tax_exceeds_total', pointer: '#/tax_amount' },
    'a tax that is not the percentage': { change: { tax_amount: 1 }, code: 'tax_amount_off', pointer: '#/tax_amount' },
    'different assets in amount and rate': {
      change: { exchange_rate: '1 ETH = $261.10' },
      code: 'asset_mismatch',
      pointer: '#/exchange_rate',
    },
    'an unknown currency': {
      change: { currency_displayed: 'XQZ' },
      code: 'unknown_currency',
      pointer: '#/currency_displayed',
    },
    'a rate in another currency': {
      change: { exchange_rate: '1 SOL = €261.10' },
      code: 'currency_mismatch',
      pointer: '#/exchange_rate',
    },
    'an unknown asset': {
      change: { crypto_amount_requested: '0.46342 WAGMI', exchange_rate: '1 WAGMI = $261.10' },
      code: 'unknown_asset',
      pointer: '#/crypto_amount_requested',
    },
    'a rate of zero': {
      change: { exchange_rate: '1 SOL = $0.00' },
      code: 'exchange_rate_zero',
      pointer: '#/exchange_rate',
    },
    'an amount that does not add up': {
      change: {
        total_amount: 1_000,
        tax_percent: '10',
        tax_amount: 100,
        crypto_amount_requested: '0.00025 SOL',
        exchange_rate: '1 SOL = $261.10',
      },
      code: 'crypto_amount_off',
      pointer: '#/crypto_amount_requested',
    },
  };
  for (const [name, { change, code, pointer }] of Object.entries(cases)) {
    it(`stores ${name}`, async () => {
      const intent = await createAndRead(change);
      expect(intent['status']).toBe('requires_payment');
      expect(warningsOf(intent)).toContainEqual([code, pointer]);
      for (const { detail } of intent['warnings'] as { detail: string }[]) expect(detail).toMatch(/^[A-Z].*\.$/);
    });
  }

  it('gives a request that adds up no warning', async () => {
    expect(warningsOf(await createAndRead({}))).toEqual([]);
  });
});

describe('201 for every currency', () => {
  it('stores a code in lower case as upper case', async () => {
    const reply = await create(shop.baseUrl, shop.keys, { ...validBody(), currency_displayed: 'usd' });
    expect((await rowOf(reply)).currency).toBe('USD');
    expect((await read(reply)).json).toMatchObject({
      currency_displayed: 'USD',
      request: { currency_displayed: 'usd' },
    });
  });

  /** The same 12,100 smallest units are ¥12,100, $121.00 and 12.100 dinars: a wrong exponent shows as a warning. */
  const right: Record<string, string> = { JPY: '¥26110', USD: '$261.10', KWD: '26.110 KWD', CLF: 'CLF 2.6110' };
  for (const [currency, rate] of Object.entries(right)) {
    it(`counts the decimals of ${currency}`, async () => {
      const intent = await createAndRead({ currency_displayed: currency, exchange_rate: `1 SOL = ${rate}` });
      expect(warningsOf(intent)).toEqual([]);
      expect(intent['total_amount']).toBe(12_100);
    });
  }

  const wrong: Record<string, string> = { JPY: '¥261.10', KWD: '261.10 KWD' };
  for (const [currency, rate] of Object.entries(wrong)) {
    it(`does not take ${currency} for a currency of two decimals`, async () => {
      const intent = await createAndRead({ currency_displayed: currency, exchange_rate: `1 SOL = ${rate}` });
      expect(warningsOf(intent)).toEqual([['crypto_amount_off', '#/crypto_amount_requested']]);
    });
  }

  it('counts two decimals of an unknown code', async () => {
    const intent = await createAndRead({ currency_displayed: 'wampum' });
    expect(intent['currency_displayed']).toBe('WAMPUM');
    expect(warningsOf(intent)).toEqual([['unknown_currency', '#/currency_displayed']]);
  });
});

describe('201 for every form of a rate', () => {
  const forms: [rate: string, currency: string][] = [
    ['1 SOL = $261.10', 'USD'],
    ['1 SOL = $ 261.10', 'USD'],
    ['1 SOL = US$261.10', 'USD'],
    ['1 SOL = CA$261.10', 'CAD'],
    ['1 SOL = €261.10', 'EUR'],
    ['1 SOL = 261.10€', 'EUR'],
    ['1 SOL = 261.10 €', 'EUR'],
    ['1 SOL = £261.10', 'GBP'],
    ['1 SOL = 261.10 USD', 'USD'],
    ['1 SOL = USD 261.10', 'USD'],
    ['1 SOL = 000261.1000 USD', 'USD'],
    ['1 sol = $261.10', 'USD'],
    ['1 SOL = $261.100000000000000000', 'USD'],
  ];
  for (const [rate, currency] of forms) {
    it(`reads ${rate}`, async () => {
      const intent = await createAndRead({ exchange_rate: rate, currency_displayed: currency });
      expect(intent['exchange_rate']).toBe(rate);
      expect(warningsOf(intent)).toEqual([]);
    });
  }

  const thousands = ['1 BTC = 98,114.20 USD', '1 BTC = $98,114.20', '1 BTC = 98114.2 USD', '1 BTC = USD 98,114.20'];
  for (const rate of thousands) {
    it(`reads the thousands of ${rate}`, async () => {
      const change = {
        exchange_rate: rate,
        crypto_amount_requested: '0.5 BTC',
        total_amount: 4_905_710,
        tax_amount: 0,
      };
      const intent = await createAndRead({ ...change, tax_percent: 0 });
      expect(warningsOf(intent)).toEqual([]);
    });
  }
});

describe('201 for every form of an amount', () => {
  const amounts: [text: string, asset: string, due: string][] = [
    ['1 SOL', 'SOL', '1'],
    ['000.500 SOL', 'SOL', '0.5'],
    ['0.000000000000000001 ETH', 'ETH', '0.000000000000000001'],
    ['999999999999999999.999999999999999999 ETH', 'ETH', '999999999999999999.999999999999999999'],
    ['9007199254740993 ETH', 'ETH', '9007199254740993'],
    ['12.5 usdc', 'USDC', '12.5'],
    ['1 USDC.e', 'USDC.E', '1'],
    ['1 1INCH', '1INCH', '1'],
  ];
  for (const [text, asset, due] of amounts) {
    it(`keeps ${text} exactly`, async () => {
      const intent = await createAndRead({ crypto_amount_requested: text });
      expect(intent).toMatchObject({ crypto_amount_requested: text, asset, amount_due: due });
    });
  }
});
