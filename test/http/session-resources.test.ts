import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SCOPES } from '../../src/domain/keys/scope.ts';
import { routes } from '../../src/http/routes.ts';
import { isDashboardRoute } from '../../src/http/server/route.ts';
import { create, createdId, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { untilHandled } from '../support/until-handled.ts';
import { waitUntil } from '../support/wait-until.ts';
import { Browser, PASSWORD } from './browser.ts';
import { DocumentedAnswers, type OpenApiDoc } from './documented-answers.ts';
import { expectParameters, expectPointers, expectProblem } from './expect-problem.ts';
import { sendBytes } from './send-bytes.ts';
import { startTwoShops, type TwoShops } from './start-two-shops.ts';

let shops: TwoShops;
let answers: DocumentedAnswers;

beforeAll(async () => {
  shops = await startTwoShops();
  const document = await sendBytes(shops.server.baseUrl, { path: '/dashboard/api/openapi.json' });
  answers = new DocumentedAnswers(document.json as unknown as OpenApiDoc);
});

afterAll(() => shops.stop());

const ada = (method: string, path: string, body?: unknown): Promise<Reply> =>
  shops.ada.browser.call(method, path, body === undefined ? {} : { body });

/** Compares the answer with what the dashboard's document says of its path. */
function expectDocumented(method: string, template: string, reply: Reply, status: number): Reply {
  expect([reply.status, reply.text]).toEqual([status, expect.anything()]);
  expect(answers.complaints(method, `/dashboard/api${template}`, reply)).toEqual([]);
  return reply;
}

const data = (reply: Reply) => reply.json['data'] as Record<string, unknown>[];

describe('the dashboard’s document', () => {
  it('lists every route of the dashboard, and no other', () => {
    const served = routes.filter(isDashboardRoute).map(({ method, path }) => `${method} ${path}`);
    const documented = Object.entries(answers.document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(served.sort());
  });

  it('has nothing to do with the public one', async () => {
    const { text } = await sendBytes(shops.server.baseUrl, { path: '/openapi.json' });
    expect(text).not.toContain('/dashboard/api');
    const { paths } = answers.document;
    for (const path of Object.keys(paths)) expect(path).not.toContain('{public_key}');
    expect(JSON.stringify(paths)).not.toContain('"name":"public_key"');
  });

  it('says what a request must carry', () => {
    const change = answers.document.paths['/dashboard/api/settings']?.['patch'];
    expect(change?.security).toEqual([{ session: [] }]);
    expect(change?.parameters.map(({ name }) => name)).toContain('X-Florin-CSRF');
    expect(answers.document.components.securitySchemes).toMatchObject({ session: { in: 'cookie', name: 'florin' } });
  });
});

describe('payments', () => {
  const LIST = '/{mode}/payment_intents';
  const ONE = `${LIST}/{payment_intent_id}`;

  it('are listed newest first, in pages', async () => {
    const made = [];
    for (let n = 0; n < 4; n += 1) made.push(createdId(await create(shops.server.baseUrl, shops.ada.keys.test)));
    const first = expectDocumented('GET', LIST, await ada('GET', '/test/payment_intents?limit=3'), 200);
    expect(data(first).map(({ id }) => id)).toEqual(made.toReversed().slice(0, 3));
    const cursor = String(first.json['next_cursor']);
    const second = await ada('GET', `/test/payment_intents?limit=3&cursor=${cursor}`);
    expect(data(second).map(({ id }) => id)).toEqual([made[0], shops.ada.intents.test]);
    expect(second.json['next_cursor']).toBeNull();
  });

  it('are found by ID, by email address in any case, by order, and by status', async () => {
    const id = shops.ada.intents.test;
    for (const q of [id, ` ${id}`, 'ADA.test@example.org', 'order-ada-test']) {
      const found = data(await ada('GET', `/test/payment_intents?search=${encodeURIComponent(q)}`));
      expect([q, found.map((intent) => intent['id'])]).toEqual([q, [id]]);
    }
    for (const q of ['rder-ada', '@example', 'pi_0000000000000000000000', shops.bob.intents.test, '%']) {
      expect(data(await ada('GET', `/test/payment_intents?search=${encodeURIComponent(q)}`)), q).toEqual([]);
    }
    expect(data(await ada('GET', `/test/payment_intents?status=canceled&search=${id}`))).toEqual([]);
    expect(data(await ada('GET', `/test/payment_intents?status=requires_payment&search=${id}`))).toHaveLength(1);
    const all = data(await ada('GET', '/test/payment_intents?search='));
    expect(all.length).toBe(5);
  });

  it('have saved views, which everyone of a merchant sees and nobody else', async () => {
    const body = { name: 'Expired', query: 'status=expired' };
    const saved = expectDocumented('POST', '/views', await ada('POST', '/views', body), 200);
    const again = await ada('POST', '/views', { name: 'EXPIRED', query: 'status=canceled' });
    expect(again.json).toMatchObject({ id: saved.json['id'], name: 'EXPIRED', query: 'status=canceled' });
    expect(data(expectDocumented('GET', '/views', await ada('GET', '/views'), 200))).toHaveLength(1);
    expect(data(await shops.bob.browser.call('GET', '/views'))).toEqual([]);
    expectPointers(await ada('POST', '/views', { name: '', query: 'a b?' }), ['#/name', '#/query']);
    const path = `/views/${String(saved.json['id'])}`;
    expectProblem(await shops.bob.browser.call('DELETE', path), 404, 'not_found');
    expect((await ada('DELETE', path)).status).toBe(204);
    expectProblem(await ada('DELETE', path), 404, 'not_found');
  });

  it('refuse a query that they do not know', async () => {
    expectParameters(await ada('GET', '/test/payment_intents?limit=0&cursor=x&status=paid&sort=up'), [
      'limit',
      'cursor',
      'status',
      'sort',
    ]);
  });

  it('are the same as over the public interface', async () => {
    const id = shops.ada.intents.test;
    const shown = expectDocumented('GET', ONE, await ada('GET', `/test/payment_intents/${id}`), 200);
    const read = await send(shops.server.baseUrl, shops.ada.keys.test, `/payment_intents/${id}`);
    expect(shown.text).toBe(read.text);
  });

  it('can be canceled', async () => {
    const id = createdId(await create(shops.server.baseUrl, shops.ada.keys.live));
    const reply = await ada('POST', `/live/payment_intents/${id}/cancel`);
    expectDocumented('POST', `${ONE}/cancel`, reply, 200);
    expect(reply.json).toMatchObject({ id, status: 'canceled', sequence: 2, livemode: true });
    await runSql(
      shops.databaseUrl,
      `UPDATE florin_data.payment_intents SET status = 'succeeded' WHERE status = 'canceled'`,
    );
    expectProblem(await ada('POST', `/live/payment_intents/${id}/cancel`), 409, 'invalid_state');
  });
});

/** Whether the entries about a key say that the password was given. */
const confirmations = async (action: string, key: unknown) =>
  runSql<{ confirmed: boolean }>(
    shops.databaseUrl,
    `SELECT (details ->> 'confirmed')::boolean AS confirmed FROM florin_control.audit_log
     WHERE action = $1 AND subject = $2`,
    [action, key],
  );

describe('API keys', () => {
  const LIST = '/{mode}/api_keys';
  const ONE = `${LIST}/{key_id}`;

  it('are listed without a private part', async () => {
    for (const mode of ['test', 'live']) {
      const reply = expectDocumented('GET', LIST, await ada('GET', `/${mode}/api_keys`), 200);
      expect(reply.text).not.toContain('fsk_');
      expect(data(reply)[0]).toMatchObject({ name: `ada ${mode}`, revealable: mode === 'test' });
    }
  });

  it('work as soon as they are made, with the scopes and until the time that were asked for', async () => {
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const body = { name: ' Reader ', scopes: ['payments:read'], expires_at: expiresAt };
    const reply = expectDocumented('POST', LIST, await ada('POST', '/live/api_keys', body), 201);
    expect(reply.json).toMatchObject({
      name: 'Reader',
      scopes: ['payments:read'],
      expires_at: expiresAt,
      revealable: false,
    });
    const keys = { public_key: String(reply.json['public_key']), private_key: String(reply.json['private_key']) };
    expect(keys.private_key).toMatch(/^fsk_live_/);
    expect((await send(shops.server.baseUrl, keys, '/payment_intents')).status).toBe(200);
    expectProblem(await create(shops.server.baseUrl, keys), 403, 'insufficient_scope');
  });

  it('refuse what is not valid', async () => {
    const wrong: [object, string[]][] = [
      [{}, ['#/name']],
      [{ name: ' ' }, ['#/name']],
      [{ name: 'x', scopes: [] }, ['#/scopes']],
      [{ name: 'x', scopes: ['everything'] }, ['#/scopes/0']],
      [{ name: 'x', expires_at: '2001-01-01T00:00:00Z' }, ['#/expires_at']],
      [{ name: 'x', expires_at: 'soon' }, ['#/expires_at']],
      [{ name: 'x', merchant_id: 'mer_1' }, ['#/merchant_id']],
    ];
    for (const [body, pointers] of wrong) expectPointers(await ada('POST', '/test/api_keys', body), pointers);
  });

  it('take the password if they can change wallets or settle payments, also to be rolled', async () => {
    for (const mode of ['live', 'test']) {
      for (const scope of ['wallets:write', 'payments:override']) {
        const body = { name: 'Guarded', scopes: ['payments:read', scope] };
        const path = `/${mode}/api_keys`;
        expectPointers(expectDocumented('POST', LIST, await ada('POST', path, body), 422), ['#/password']);
        const wrong = await ada('POST', path, { ...body, password: 'wrong horse battery' });
        expectProblem(expectDocumented('POST', LIST, wrong, 401), 401, 'invalid_credentials');
        const made = await ada('POST', path, { ...body, password: PASSWORD });
        const { id } = expectDocumented('POST', LIST, made, 201).json;
        expect(await confirmations('api_key.created', id)).toEqual([{ confirmed: true }]);
        const roll = (password?: string) => ada('POST', `${path}/${String(id)}/roll`, { overlap: 'now', password });
        expectPointers(expectDocumented('POST', `${ONE}/roll`, await roll(), 422), ['#/password']);
        expectDocumented('POST', `${ONE}/roll`, await roll('wrong horse battery'), 401);
        expectDocumented('POST', `${ONE}/roll`, await roll(PASSWORD), 201);
        expect(await confirmations('api_key.rolled', id)).toEqual([{ confirmed: true }]);
      }
    }
    const guarded = data(await ada('GET', '/live/api_keys')).filter(({ name }) => name === 'Guarded');
    expect(guarded).toHaveLength(4);
  });

  it('take the password in live mode if they can change webhook endpoints, which default keys cannot there', async () => {
    const body = { name: 'Webhooks', scopes: ['webhooks:write'] };
    expectDocumented('POST', LIST, await ada('POST', '/test/api_keys', body), 201);
    expectPointers(await ada('POST', '/live/api_keys', body), ['#/password']);
    expectDocumented('POST', LIST, await ada('POST', '/live/api_keys', { ...body, password: PASSWORD }), 201);
    for (const [mode, scopes] of Object.entries(DEFAULT_SCOPES)) {
      expect((await ada('POST', `/${mode}/api_keys`, { name: 'Default' })).json['scopes']).toEqual(scopes);
    }
  });

  it('are revealed in test mode only, and that is written down', async () => {
    const { id, private_key: privateKey } = shops.ada.keys.test;
    const reply = expectDocumented('POST', `${ONE}/reveal`, await ada('POST', `/test/api_keys/${id}/reveal`), 200);
    expect(reply.json).toEqual({ private_key: privateKey });
    const live = await ada('POST', `/live/api_keys/${shops.ada.keys.live.id}/reveal`);
    expectProblem(live, 409, 'invalid_state');
    const audit = await runSql<{ actor: string }>(
      shops.databaseUrl,
      `SELECT actor FROM florin_control.audit_log WHERE action = 'api_key.revealed' AND subject = $1`,
      [id],
    );
    expect(audit).toHaveLength(1);
    expect(audit[0]?.actor).toMatch(/^usr_/);
  });

  it('are rolled with an overlap, once', async () => {
    const { json: old } = await ada('POST', '/test/api_keys', { name: 'Rolling' });
    const path = `/test/api_keys/${String(old['id'])}/roll`;
    const reply = expectDocumented('POST', `${ONE}/roll`, await ada('POST', path, { overlap: '1h' }), 201);
    expect(reply.json).toMatchObject({ public_key: old['public_key'], name: 'Rolling' });
    for (const each of [old, reply.json]) {
      const keys = { public_key: String(each['public_key']), private_key: String(each['private_key']) };
      expect((await send(shops.server.baseUrl, keys, '/payment_intents')).status).toBe(200);
    }
    expectProblem(await ada('POST', path, { overlap: '1h' }), 409, 'invalid_state');
    expectPointers(await ada('POST', path, { overlap: '2h' }), ['#/overlap']);
    const listed = data(await ada('GET', '/test/api_keys')).find((key) => key['id'] === old['id']);
    expect(listed).toMatchObject({ replaced_by: reply.json['id'] });
  });

  it('are revoked permanently', async () => {
    const { json: key } = await ada('POST', '/test/api_keys', { name: 'Leaving' });
    const path = `/test/api_keys/${String(key['id'])}`;
    const keys = { public_key: String(key['public_key']), private_key: String(key['private_key']) };
    expect((await send(shops.server.baseUrl, keys, '/payment_intents')).status).toBe(200);
    const reply = expectDocumented('POST', `${ONE}/revoke`, await ada('POST', `${path}/revoke`), 200);
    expect(reply.json).toMatchObject({ id: key['id'], revealable: false });
    expect(reply.json['revoked_at']).not.toBeNull();
    expect((await ada('POST', `${path}/revoke`)).status).toBe(200);
    expectProblem(await ada('POST', `${path}/roll`, { overlap: 'now' }), 409, 'invalid_state');
    expectProblem(await ada('POST', `${path}/reveal`), 409, 'invalid_state');
    await waitUntil('the key is refused', async () => {
      const { status } = await send(shops.server.baseUrl, keys, '/payment_intents');
      return status === 401;
    });
  });
});

/** How long a new intent stays open. */
const seconds = async (body: object) => {
  const reply = await create(shops.server.baseUrl, shops.ada.keys.test, body, { prefer: 'return=representation' });
  const { payment_intent: intent } = reply.json['payment_intent_response'] as {
    payment_intent: { created_at: string; expires_at: string };
  };
  return (Date.parse(intent.expires_at) - Date.parse(intent.created_at)) / 1_000;
};

describe('settings', () => {
  const DEFAULTS = {
    name: 'Shop of ada',
    legal_name: null,
    address: [],
    tax_id: null,
    invoice_prefix: 'INV-',
    invoice_footer: null,
    logo_url: null,
    accent_color: null,
    support: null,
    allowed_origins: [],
    expires_in: 3_600,
    tolerance_percent: '0.5',
    tolerance_amount: '1.00',
    late_policy: { stablecoin_seconds: 86_400, other_seconds: 900 },
    log_bodies: { test: false, live: false },
  };

  it('have defaults', async () => {
    expect(expectDocumented('GET', '/settings', await ada('GET', '/settings'), 200).json).toEqual(DEFAULTS);
  });

  it('change what is named, keep the rest, and leave a row in the audit log', async () => {
    const wish = {
      accent_color: '#1A7F5A',
      support: 'help@tulips.example',
      allowed_origins: ['https://shop.example.com', 'http://localhost:5173', 'https://shop.example.com'],
      tolerance_percent: 0.25,
      late_policy: { other_seconds: 60 },
      log_bodies: { test: true },
    };
    const reply = expectDocumented('PATCH', '/settings', await ada('PATCH', '/settings', wish), 200);
    const wanted = {
      ...DEFAULTS,
      ...wish,
      accent_color: '#1a7f5a',
      allowed_origins: ['https://shop.example.com', 'http://localhost:5173'],
      tolerance_percent: '0.25',
      late_policy: { stablecoin_seconds: 86_400, other_seconds: 60 },
      log_bodies: { test: true, live: false },
    };
    expect(reply.json).toEqual(wanted);
    expect((await ada('GET', '/settings')).json).toEqual(wanted);
    expect((await ada('PATCH', '/settings', { name: ' Tulips ', logo: null })).json).toEqual({
      ...wanted,
      name: 'Tulips',
    });
    expect((await ada('GET', '/session')).json).toMatchObject({ merchant: { name: 'Tulips' } });
    const audit = await runSql<{ details: { before: { name: string }; after: { name: string } } }>(
      shops.databaseUrl,
      `SELECT details FROM florin_control.audit_log WHERE action = 'merchant.settings_changed' ORDER BY id`,
    );
    expect(audit.map(({ details }) => [details.before.name, details.after.name])).toEqual([
      ['Shop of ada', 'Shop of ada'],
      ['Shop of ada', 'Tulips'],
    ]);
    expect((await shops.bob.browser.call('GET', '/settings')).json).toEqual({ ...DEFAULTS, name: 'Shop of bob' });
  });

  it('refuse what is not valid, all at once', async () => {
    const wrong: Record<string, unknown[]> = {
      name: ['', ' ', 5, null],
      logo: ['https://cdn.example.com/a.png', 'data:image/png;base64,AA', 'AAAA', '', 5],
      logo_url: ['https://cdn.example.com/a.png'],
      accent_color: ['red', '#fff', '#1234567', 'url(x)'],
      support: ['help', 'http://shop.example', 'javascript:alert(1)', 'a@b.example?bcc=c@d.example', '', 5],
      expires_in: [299, 604_801, 300.5, '3600'],
      tolerance_percent: ['-1', '5.0001', '100', 'x', 1e-9],
      tolerance_amount: ['1,00', '1e3', '1.23456'],
      late_policy: [{ other_seconds: -1 }, { other_seconds: 2_592_001 }, { soon: 1 }],
      log_bodies: [true, { test: 'yes' }, { staging: true }],
    };
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const reply = await ada('PATCH', '/settings', { [field]: value });
        const { errors } = expectProblem(reply, 422, 'validation_failed');
        expect(errors?.map(({ pointer }) => pointer?.split('/')[1])).toEqual([field]);
      }
    }
    const origins = ['https://shop.example.com/', '*', 'null', 'https://shop.example.com'];
    const reply = await ada('PATCH', '/settings', { allowed_origins: origins, logo: 'AAAA' });
    expectPointers(reply, ['#/allowed_origins/0', '#/allowed_origins/1', '#/allowed_origins/2', '#/logo']);
    expectPointers(await ada('PATCH', '/settings', { livemode: true }), ['#/livemode']);
    // What the schema finds and what it cannot express are reported together, each field once.
    const many = { accent_color: 'red', support: 'help', allowed_origins: ['*'], tolerance_percent: 'x', name: 5 };
    const all = await ada('PATCH', '/settings', many);
    expectPointers(all, ['#/accent_color', '#/allowed_origins/0', '#/name', '#/support', '#/tolerance_percent']);
    expectPointers(await ada('PATCH', '/settings', [many]), ['#']);
  });

  it('keep both of two changes at once', async () => {
    const wishes = [{ expires_in: 700 }, { accent_color: '#123456' }, { tolerance_amount: '2' }, { name: 'Crocuses' }];
    await Promise.all(wishes.map((wish) => untilHandled(() => ada('PATCH', '/settings', wish))));
    expect((await ada('GET', '/settings')).json).toMatchObject(Object.assign({}, ...wishes));
  });

  it('decide how long an intent stays open, unless its request does', async () => {
    await ada('PATCH', '/settings', { expires_in: 600 });
    await waitUntil('every process knows', async () => (await seconds(validBody())) === 600);
    expect(await seconds({ ...validBody(), expires_in: 900 })).toBe(900);
  });
});

describe('the session itself', () => {
  it('is as documented, from signing in to the list of devices', async () => {
    const browser = new Browser(shops.server.baseUrl);
    expectDocumented('GET', '/session', await browser.call('GET', '/session'), 200);
    expectDocumented('POST', '/sign_in', await browser.signIn(shops.bob.email), 200);
    expectDocumented('GET', '/session', await browser.call('GET', '/session'), 200);
    expectDocumented('GET', '/sessions', await browser.call('GET', '/sessions'), 200);
    expectDocumented('GET', '/openapi.json', await browser.call('GET', '/openapi.json'), 200);
    for (const body of [{}, { email: 5, password: PASSWORD }, { email: 'a@b.c', password: PASSWORD, admin: true }]) {
      const reply = await browser.call('POST', '/sign_in', { body });
      expectProblem(reply, 422, 'validation_failed');
    }
  });
});
