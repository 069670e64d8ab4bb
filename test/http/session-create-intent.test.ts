import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBER_ROLES } from '../../src/domain/team/roles.ts';
import { createdId, type Reply, send, validBody } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type Browser, PASSWORD } from './browser.ts';
import { DocumentedAnswers, type OpenApiDoc } from './documented-answers.ts';
import { expectPointers, expectProblem } from './expect-problem.ts';
import { joinTeam, openTeam } from './join-team.ts';
import { sendBytes } from './send-bytes.ts';
import { startTwoShops, type TwoShops } from './start-two-shops.ts';

let shops: TwoShops;
let answers: DocumentedAnswers;
/** A merchant without anything but its first test key. */
let fresh: Browser;

beforeAll(async () => {
  shops = await startTwoShops({ FLORIN_SIMULATED_BLOCK_MS: '100' });
  const document = await sendBytes(shops.server.baseUrl, { path: '/dashboard/api/openapi.json' });
  answers = new DocumentedAnswers(document.json as unknown as OpenApiDoc);
  fresh = await openTeam(shops.options, shops.server.baseUrl, 'fresh@example.com');
});

afterAll(() => shops.stop());

const PATH = '/{mode}/create_checkout_payment_intent';

const createAs = (browser: Browser, body: unknown = validBody(), headers: Record<string, string> = {}, mode = 'test') =>
  browser.call('POST', PATH.replace('{mode}', mode), { body, headers });

function expectDocumented(method: string, path: string, reply: Reply, status: number): void {
  expect([reply.status, reply.text]).toEqual([status, expect.anything()]);
  expect(answers.complaints(method, `/dashboard/api${path}`, reply)).toEqual([]);
}

const lifetime = ({ created_at, expires_at }: Record<string, unknown>) =>
  Date.parse(String(expires_at)) - Date.parse(String(created_at));

const checklistOf = async (browser: Browser) => {
  const reply = await browser.call('GET', '/checklist');
  expectDocumented('GET', '/checklist', reply, 200);
  return reply.json as unknown as Record<'test' | 'live', Record<string, unknown>>;
};

describe('201: a payment created on the dashboard', () => {
  it('is the same as one that the API creates', async () => {
    const { browser, keys } = shops.ada;
    const body = { ...validBody(), order_id: 'by hand', tax_percent: '21' };
    const reply = await createAs(browser, body, { prefer: 'return=representation' });
    expectDocumented('POST', PATH, reply, 201);
    const id = createdId(reply);
    const { json: intent } = await send(shops.server.baseUrl, keys.test, `/payment_intents/${id}`);
    const byKey = await send(shops.server.baseUrl, keys.test, '/create_checkout_payment_intent', { body });
    const { json: other } = await send(shops.server.baseUrl, keys.test, `/payment_intents/${createdId(byKey)}`);
    const same = ['request', 'warnings', 'total_amount', 'tax_percent', 'amount_due', 'order_id', 'livemode', 'status'];
    for (const name of same) expect([name, intent[name]]).toEqual([name, other[name]]);
    expect(lifetime(intent)).toBe(lifetime(other));
    expect((await fetch(String(intent['checkout_url']))).status).toBe(200);
  });

  it('has the warnings of the API', async () => {
    const reply = await createAs(shops.ada.browser, { ...validBody(), crypto_amount_requested: '9 SOL' }, {}, 'live');
    const { json } = await shops.ada.browser.call('GET', `/live/payment_intents/${createdId(reply)}`);
    const codes = (json['warnings'] as { code: string }[]).map(({ code }) => code);
    expect(codes).toEqual(['crypto_amount_off', 'no_wallet']);
  });

  it('takes the lifetime of the settings', async () => {
    const { browser } = shops.bob;
    expect((await browser.call('PATCH', '/settings', { body: { expires_in: 900 } })).status).toBe(200);
    const { json } = await browser.call('GET', `/test/payment_intents/${createdId(await createAs(browser))}`);
    expect(lifetime(json)).toBe(900_000);
  });

  it('is created once with the same Idempotency-Key, however often it is sent', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = validBody();
    const replies = await Promise.all(Array.from({ length: 8 }, () => createAs(shops.ada.browser, body, headers)));
    const created = replies.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expectProblem(
      await createAs(shops.ada.browser, { ...body, order_id: 'x' }, headers),
      422,
      'idempotency_key_reused',
    );
    // The key belongs to one merchant.
    expect(createdId(await createAs(shops.bob.browser, body, headers))).not.toBe(createdId(created[0] as Reply));
  });

  it('belongs to one merchant and one mode', async () => {
    const id = createdId(await createAs(shops.ada.browser));
    for (const [browser, mode] of [
      [shops.bob.browser, 'test'],
      [shops.ada.browser, 'live'],
    ] as const) {
      expectProblem(await browser.call('GET', `/${mode}/payment_intents/${id}`), 404, 'not_found');
    }
  });
});

describe('what is not created', () => {
  it('422: names every field that is wrong', async () => {
    const body = { ...validBody(), total_amount: 1.5, items: [], exchange_rate: '1 SOL = much' };
    expectPointers(await createAs(shops.ada.browser, body), ['#/exchange_rate', '#/items', '#/total_amount']);
  });

  it('403: an accountant may not create payments, and the others may', async () => {
    for (const role of MEMBER_ROLES) {
      const member = await joinTeam(shops.ada.browser, `${role}.creates@example.com`, role);
      const reply = await createAs(member);
      if (role === 'accountant') expectProblem(reply, 403, 'permission_denied');
      else expect([role, reply.status]).toEqual([role, 201]);
      expect((await member.call('GET', '/checklist')).status).toBe(200);
    }
  });

  it('403: without the token of the session', async () => {
    const reply = await createAs(shops.ada.browser, validBody(), { 'x-florin-csrf': 'wrong' });
    expectProblem(reply, 403, 'csrf_token_invalid');
  });

  it('409: without a live key, there is no checkout page in live mode', async () => {
    const reply = await createAs(fresh, validBody(), {}, 'live');
    expectProblem(reply, 409, 'invalid_state');
    expect((await fresh.call('GET', '/live/payment_intents')).json['data']).toEqual([]);
  });
});

describe('the checklist', () => {
  it('ticks itself as the merchant goes on, and only for this merchant', async () => {
    const before = await checklistOf(fresh);
    expect(before.test).toEqual({
      newest_payment: null,
      succeeded_payment: null,
      checkout_url: null,
      wallet: false,
      webhook_endpoint: false,
      webhook_delivered: false,
      second_factor: false,
      colleague: false,
    });
    expect(before.live).toMatchObject({ newest_payment: null, key: false, secure_base_url: false });
    const id = createdId(await createAs(fresh));
    const opened = (await checklistOf(fresh)).test;
    expect(opened).toMatchObject({ newest_payment: id, succeeded_payment: null });
    expect((await fetch(String(opened['checkout_url']))).status).toBe(200);
    await fresh.call('POST', `/test/payment_intents/${id}/simulate`, { body: { kind: 'full' } });
    await waitUntil('the payment is ticked', async () => (await checklistOf(fresh)).test['succeeded_payment'] === id);
    const invitation = { email: 'colleague@example.com', role: 'support', password: PASSWORD };
    expect((await fresh.call('POST', '/team/invitations', { body: invitation })).status).toBe(201);
    const key = { name: 'live', scopes: ['payments:write'], password: PASSWORD };
    expect((await fresh.call('POST', '/live/api_keys', { body: key })).status).toBe(201);
    const after = await checklistOf(fresh);
    expect(after.test).toMatchObject({ colleague: true, second_factor: false });
    expect(after.live).toMatchObject({ key: true, newest_payment: null });
    expect((await checklistOf(shops.bob.browser)).test).toMatchObject({ succeeded_payment: null, colleague: false });
  });

  it('has the line of configuration for every network that is not watched', async () => {
    const { live } = await checklistOf(fresh);
    const networks = live['networks'] as Record<string, unknown>[];
    expect(networks.map(({ name }) => name)).toEqual(expect.arrayContaining(['litecoin', 'solana', 'base']));
    for (const network of networks) {
      expect(network).toMatchObject({ state: 'unwatched', wallet: 'missing', wallet_effective_at: null });
      expect(network['turn_on']).toMatch(/^FLORIN_RPC_[A-Z_]+=https:/);
    }
  });
});
