import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPerson, type Person } from '../../../test/support/run-florin.ts';
import { StandInApi } from '../../../test/support/stand-in-api.ts';

const ID = 'pi_0000000000000000000001';
const row = {
  id: ID,
  status: 'succeeded',
  livemode: false,
  created_at: '2026-11-16T12:00:00.000Z',
  expires_at: '2026-11-16T13:00:00.000Z',
  total_amount: 12_100,
  currency_displayed: 'USD',
  amount_due: '0.46342',
  asset: 'SOL',
  order_id: null,
  warnings: [],
};
const intent = { ...row, object: 'payment_intent', timeline: [], request: { total_amount: 12_100 } };

let api: StandInApi;
let person: Person;

beforeEach(async () => {
  api = await StandInApi.start();
  const { url, publicKey, privateKey } = api.credentials;
  // A command that used the database would fail on this one.
  const DATABASE_URL = 'postgres://127.0.0.1:1/nowhere';
  person = await openPerson({
    FLORIN_URL: url,
    FLORIN_PUBLIC_KEY: publicKey,
    FLORIN_PRIVATE_KEY: privateKey,
    DATABASE_URL,
  });
});

afterEach(async () => {
  await api.stop();
  await person.leave();
});

it('intents get shows what the API returns', async () => {
  api.answers.set(`GET /payment_intents/${ID}`, () => ({ status: 200, body: intent }));
  const { code, out } = await person.run('intents', 'get', ID, '--json');
  expect({ code, json: JSON.parse(out) as unknown }).toEqual({ code: 0, json: intent });
  expect(await person.run('intents', 'get', 'pi_0000000000000000000002')).toMatchObject({ code: 3 });
});

it('intents list prints the same as beside the database', async () => {
  api.answers.set('GET /payment_intents', () => ({ status: 200, body: { data: [intent], next_cursor: 'x' } }));
  const { out } = await person.run('intents', 'list', '--json');
  expect(JSON.parse(out)).toEqual({ data: [row], next_cursor: 'x' });
  expect((await person.run('intents', 'list')).out).toBe(
    `${ID}\tsucceeded\t121.00 USD\t0.46342 SOL\t2026-11-16T12:00:00.000Z\n`,
  );
});

it('intents list sends its filters', async () => {
  api.answers.set('GET /payment_intents', () => ({ status: 200, body: { data: [], next_cursor: null } }));
  const filter = ['--search', 'ada', '--status', 'succeeded', '--currency', 'USD', '--amount-min', '5'];
  await person.run('intents', 'list', ...filter);
  expect(api.requests.at(-1)?.query).toEqual({
    search: 'ada',
    status: 'succeeded',
    currency: 'USD',
    amount_min: '5',
    limit: '20',
  });
});

it.each([
  ['here', ['--status', 'paid'], '--status is "paid"; it must be one of requires_payment,', 0],
  ['by the server', ['--after', 'yesterday'], 'created_after: Must be a time. (validation_failed)', 1],
])('intents list ends with 2 if a value is rejected %s', async (_, filter, sentence, requests) => {
  const errors = [{ parameter: 'created_after', code: 'invalid_format', detail: 'Must be a time.' }];
  const body = { code: 'validation_failed', detail: 'The query is invalid.', errors };
  api.answers.set('GET /payment_intents', () => ({ status: 422, body }));
  const { code, err } = await person.run('intents', 'list', ...filter);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(sentence) });
  expect(api.requests).toHaveLength(requests);
});

it('pay asks the server to simulate', async () => {
  api.answers.set(`POST /payment_intents/${ID}/simulate`, () => ({ status: 200, body: intent }));
  const { out } = await person.run('pay', ID, '--simulate', 'full', '--json');
  expect(JSON.parse(out)).toEqual(row);
  expect(api.requests.at(-1)?.body).toBe('{"kind":"full"}');
  expect((await person.run('pay', ID, '--simulate', 'expire')).out).toBe(`Ended the time to pay ${ID}.\n`);
});

it.each([
  ['intents', 'list', '--merchant', 'mer_0000000000000000000001'],
  ['intents', 'get', ID, '--live'],
  ['pay', ID, '--simulate', 'full', '--merchant', 'mer_0000000000000000000001'],
])('works beside the database for options about it: florin %s %s …', async (...args) => {
  expect(await person.run(...args)).toMatchObject({ code: 4 });
  expect(api.requests).toEqual([]);
});

it('intents list asks for a merchant where nobody is logged in', async () => {
  person.env = { XDG_CONFIG_HOME: person.env['XDG_CONFIG_HOME'] };
  expect(await person.run('intents', 'list')).toMatchObject({
    code: 2,
    err: 'Set --merchant, or log in with "npx florin login <url>".\n',
  });
});
