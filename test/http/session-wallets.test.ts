import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { expectSince } from '../support/expect-since.ts';
import { florin, startServer } from '../support/server.ts';
import { untilHandled } from '../support/until-handled.ts';
import { Browser, PASSWORD } from './browser.ts';
import { DocumentedAnswers, type OpenApiDoc } from './documented-answers.ts';
import { expectPointers, expectProblem } from './expect-problem.ts';
import { sendBytes } from './send-bytes.ts';
import { startTwoShops, type TwoShops } from './start-two-shops.ts';

/** No node is needed to understand a wallet. */
const NOBODY = 'http://127.0.0.1:9';
const TEST_KEY = { public: 0x043587cf, private: 0x04358394 };
const LIVE_KEY = { public: 0x0488b21e, private: 0x0488ade4 };

const account = (seed: number, versions: { public: number; private: number }) =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(seed), versions).derive("m/84'/1'/0'");
const testKey = (seed: number) => account(seed, TEST_KEY).publicExtendedKey;
const liveKey = (seed: number) => account(seed, LIVE_KEY).publicExtendedKey;

const startedAtMs = Date.now();
let shops: TwoShops;
let answers: DocumentedAnswers;

beforeAll(async () => {
  shops = await startTwoShops({
    FLORIN_RPC_LITECOIN_REGTEST: NOBODY,
    FLORIN_RPC_LITECOIN: NOBODY,
    FLORIN_LOG_LEVEL: 'fatal',
  });
  const document = await sendBytes(shops.server.baseUrl, { path: '/dashboard/api/openapi.json' });
  answers = new DocumentedAnswers(document.json as unknown as OpenApiDoc);
});

afterAll(() => shops.stop());

const LIST = '/{mode}/wallets';
const ONE = `${LIST}/{wallet_id}`;

const ada = (method: string, path: string, body?: unknown): Promise<Reply> =>
  shops.ada.browser.call(method, path, body === undefined ? {} : { body });
const networks = (mode: string) => ada('GET', `/${mode}/networks`);
const data = (reply: Reply) => reply.json['data'] as Record<string, unknown>[];
const wallet = (change: Record<string, unknown> = {}) => ({
  network: 'litecoin-regtest',
  xpub: testKey(1),
  script_type: 'p2wpkh',
  ...change,
});

function expectDocumented(method: string, template: string, reply: Reply, status: number): Reply {
  expect([reply.status, reply.text]).toEqual([status, expect.anything()]);
  expect(answers.complaints(method, `/dashboard/api${template}`, reply)).toEqual([]);
  return reply;
}

describe('200', () => {
  it('the networks of a mode, what a wallet is there, and how each is read', async () => {
    await expect
      .poll(async () => data(await networks('test')).map(({ name, state }) => [name, state]))
      .toEqual(
        expect.arrayContaining([
          ['simulated', 'ok'],
          ['litecoin-regtest', 'delayed'],
          ['base-sepolia', 'unwatched'],
        ]),
      );
    const [simulated, litecoin] = data(expectDocumented('GET', '/{mode}/networks', await networks('test'), 200));
    expect(simulated).toMatchObject({ wallet: 'none', title: 'Simulated network', since: null, turn_on: null });
    expectSince(startedAtMs, simulated?.['read_at']);
    expect(litecoin).toMatchObject({
      wallet: 'extended_key',
      assets: ['LTC'],
      title: 'Litecoin regtest',
      read_at: null,
      cause: 'nodes_away',
      newest_block: null,
    });
    // Nobody waits for money here, and still the node is asked.
    expectSince(startedAtMs, litecoin?.['since']);
    expect(litecoin?.['detail']).toContain('node 1 could not be reached');
    expect(litecoin?.['nodes']).toMatchObject([{ name: 'Node 1', state: 'failing', calls_per_second: null }]);
    expect(JSON.stringify(litecoin)).not.toContain('127.0.0.1');
    const live = data(await networks('live'));
    expect(live.map(({ name, turn_on: line }) => [name, line])).toEqual(
      expect.arrayContaining([
        ['litecoin', null],
        ['base', 'FLORIN_RPC_BASE=https://…'],
      ]),
    );
    expect(live.find(({ name }) => name === 'simulated')).toBeUndefined();
  });

  it('a preview asks for no password and keeps nothing', async () => {
    const reply = await ada('POST', '/test/wallets', wallet({ dry_run: true, start_index: 5 }));
    expectDocumented('POST', LIST, reply, 200);
    expect(reply.json['addresses']).toHaveLength(3);
    expect(reply.json['next_index']).toBe(5);
    expect(data(await ada('GET', '/test/wallets'))).toEqual([]);
  });
});

describe('201 and its end', () => {
  it.each([
    ['test', wallet()],
    ['live', { network: 'litecoin', xpub: liveKey(1), script_type: 'p2wpkh' }],
  ])('in %s mode a wallet is used at once, is written down, and can be removed', async (mode, body) => {
    const preview = await ada('POST', `/${mode}/wallets`, { ...body, dry_run: true });
    const added = await ada('POST', `/${mode}/wallets`, { ...body, password: PASSWORD });
    expectDocumented('POST', LIST, added, 201);
    expect(added.json['effective_at']).toBe(added.json['created_at']);
    expect(added.json['addresses']).toEqual(preview.json['addresses']);
    const id = String(added.json['id']);
    expect(data(await ada('GET', `/${mode}/wallets`))).toEqual([added.json]);
    expect(added.text).not.toContain(body.xpub);

    const foreign = { body: { password: PASSWORD } };
    expectProblem(await shops.bob.browser.call('DELETE', `/${mode}/wallets/${id}`, foreign), 404, 'not_found');
    const wrong = await ada('DELETE', `/${mode}/wallets/${id}`, { password: 'wrong' });
    expectProblem(wrong, 401, 'invalid_credentials');
    expect(data(await ada('GET', `/${mode}/wallets`))).toHaveLength(1);

    expectDocumented('DELETE', ONE, await ada('DELETE', `/${mode}/wallets/${id}`, { password: PASSWORD }), 200);
    expect(data(await ada('GET', `/${mode}/wallets`))).toEqual([]);
    expectProblem(await ada('DELETE', `/${mode}/wallets/${id}`, { password: PASSWORD }), 404, 'not_found');

    const { user } = (await ada('GET', '/session')).json as { user: { id: string } };
    const audit = await runSql<{ actor: string; action: string }>(
      shops.databaseUrl,
      'SELECT actor, action FROM florin_control.audit_log WHERE action LIKE $1 AND subject = $2 ORDER BY at',
      ['wallet.%', id],
    );
    expect(audit.map(({ action }) => action)).toEqual(['wallet.changed', 'wallet.removed']);
    expect(new Set(audit.map(({ actor }) => actor))).toEqual(new Set([user.id]));
  });
});

describe('401 invalid_credentials', () => {
  it('a wrong password keeps nothing, and the session goes on', async () => {
    const reply = await ada('POST', '/test/wallets', wallet({ password: 'wrong horse battery' }));
    expectDocumented('POST', LIST, reply, 401);
    expectProblem(reply, 401, 'invalid_credentials');
    expect(data(await ada('GET', '/test/wallets'))).toEqual([]);
  });
});

describe('409 wallet_taken', () => {
  it('what another merchant is paid to', async () => {
    const body = wallet({ xpub: testKey(2), password: PASSWORD });
    expect((await shops.bob.browser.call('POST', '/test/wallets', { body })).status).toBe(201);
    expectDocumented('POST', LIST, await ada('POST', '/test/wallets', body), 409);
  });
});

describe('422', () => {
  it('without the password', async () => {
    expectPointers(expectDocumented('POST', LIST, await ada('POST', '/test/wallets', wallet()), 422), ['#/password']);
    const bare = await ada('DELETE', '/test/wallets/wal_0000000000000000000000', {});
    expectPointers(expectDocumented('DELETE', ONE, bare, 422), ['#/password']);
  });

  it('a private key is told to be known now, also in a preview, and is nobody’s guess at a password', async () => {
    const xprv = account(1, TEST_KEY).privateExtendedKey;
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const body = wallet({ xpub: xprv, ...(attempt % 2 === 0 ? { dry_run: true } : { password: 'wrong' }) });
      const reply = await ada('POST', '/test/wallets', body);
      expectPointers(reply, ['#/xpub']);
      expect(reply.json['errors']).toMatchObject([{ code: 'private_key_given' }]);
      expect(reply.text).toContain('Move the money');
      expect(reply.text).not.toContain(xprv);
    }
  });

  it('a key that does not say its kind is told from one that cannot be read', async () => {
    for (const [xpub, code] of [
      [testKey(1), 'script_type_missing'],
      [testKey(1).slice(0, -1), 'invalid_wallet'],
    ]) {
      const reply = await ada('POST', '/test/wallets', { network: 'litecoin-regtest', xpub, dry_run: true });
      expect(expectProblem(reply, 422, 'validation_failed').errors).toMatchObject([{ code }]);
    }
  });

  it('a network of the other mode', async () => {
    expectPointers(await ada('POST', '/live/wallets', wallet({ password: PASSWORD })), ['#/network']);
  });
});

const inLitecoin = { ...validBody(), crypto_amount_requested: '0.5 LTC', exchange_rate: '1 LTC = $20.00' };
const order = async (mode: 'test' | 'live' = 'test') =>
  createdId(await create(shops.server.baseUrl, shops.ada.keys[mode], inLitecoin));

/** As if money had come to the address with this index. */
const payTo = (index: number) =>
  runSql(
    shops.databaseUrl,
    `INSERT INTO florin_data.payments (merchant_id, livemode, intent_id, network, tx, tx_index, confirmations, required,
       state, asset, amount, first_seen_at)
     SELECT merchant_id, livemode, intent_id, network, 'tx' || $1, 0, 0, 2, 'seen', 'LTC', 0.5, now()
     FROM florin_data.targets WHERE wallet_index = $1::int AND NOT livemode`,
    [index],
  );

/** A payer's first view, by whichever process. */
async function addressOf(baseUrl: string, id: string, mode: 'test' | 'live' = 'test'): Promise<string | undefined> {
  const reply = await untilHandled(() => send(baseUrl, shops.ada.keys[mode], `/checkout/${id}/status`));
  expect([reply.status, reply.text]).toEqual([200, expect.anything()]);
  const options = reply.json['options'] as { network: string; address: string }[];
  return options.find(({ network }) => network.startsWith('litecoin'))?.address;
}

const nextLiveAddress = async () => addressOf(shops.server.baseUrl, await order('live'), 'live');

describe('an address', () => {
  it('is never issued twice, even after the control plane was restored to an older state', async () => {
    const added = await ada('POST', '/test/wallets', wallet({ xpub: testKey(3), password: PASSWORD }));
    const { baseUrl } = shops.server;
    const env = { FLORIN_RPC_LITECOIN_REGTEST: NOBODY, FLORIN_LOG_LEVEL: 'fatal', FLORIN_ROLES: 'api' };
    const second = await startServer({ ...shops.options, env });
    try {
      const before: (string | undefined)[] = [];
      for (let count = 0; count < 5; count += 1) before.push(await addressOf(baseUrl, await order()));
      expect(before.slice(0, 3)).toEqual(added.json['addresses']);
      expect(data(await ada('GET', '/test/wallets'))).toMatchObject([{ unused_in_a_row: 5, warnings: [] }]);
      await runSql(shops.databaseUrl, 'UPDATE florin_control.wallets SET next_index = 0');
      const ids = await Promise.all(Array.from({ length: 20 }, order));
      const after = await Promise.all(ids.map((id, place) => addressOf(place % 2 ? second.baseUrl : baseUrl, id)));
      expect(new Set([...before, ...after]).size).toBe(25);
      const [kept] = data(expectDocumented('GET', LIST, await ada('GET', '/test/wallets'), 200));
      expect(kept).toMatchObject({ id: added.json['id'], next_index: 25, unused_in_a_row: 20 });
      expect(kept?.['warnings']).toMatchObject([
        { code: 'many_unused_addresses', detail: expect.stringMatching(/^20 or more addresses/) },
      ]);
      await payTo(7);
      expect(data(await ada('GET', '/test/wallets'))).toMatchObject([{ unused_in_a_row: 17 }]);
      const listed = await florin(shops.options, 'wallets', 'list', '--merchant', shops.ada.merchantId);
      expect(listed).toMatchObject({
        data: [{ unused_in_a_row: 17, warnings: [{ detail: expect.stringMatching(/^17 addresses in a row/) }] }],
      });
      await payTo(24);
      expect(data(await ada('GET', '/test/wallets'))).toMatchObject([{ unused_in_a_row: 0, warnings: [] }]);

      // As if the backup was older than the wallet, and as if the targets were older than the columns that name it.
      await runSql(shops.databaseUrl, 'DELETE FROM florin_control.wallets WHERE next_index = 25');
      await ada('POST', '/test/wallets', wallet({ xpub: testKey(3), password: PASSWORD }));
      const readded = await addressOf(baseUrl, await order());
      await runSql(shops.databaseUrl, 'UPDATE florin_control.wallets SET next_index = 0');
      await runSql(shops.databaseUrl, 'UPDATE florin_data.targets SET wallet = NULL, wallet_index = NULL');
      const later = await addressOf(baseUrl, await order());
      expect(new Set([...before, ...after, readded, later]).size).toBe(27);
      expect(data(await ada('GET', '/test/wallets'))).toMatchObject([{ next_index: 27 }]);
    } finally {
      await second.stop();
    }
  });
});

/** As if a day and an hour had gone by. */
const passTime = () =>
  runSql(
    shops.databaseUrl,
    `UPDATE florin_control.wallets SET effective_at = effective_at - interval '25 hours',
       removed_at = removed_at - interval '25 hours' WHERE livemode`,
  );

describe('a live wallet that an API key has added', () => {
  const LIVE = { network: 'litecoin', script_type: 'p2wpkh' };
  const byKey = (seed: number) =>
    send(shops.server.baseUrl, shops.ada.keys.live, '/wallets', { body: { ...LIVE, xpub: liveKey(seed) } });
  it('waits for a day while the one before serves, which goes on when the new one is removed or takes over', async () => {
    const own = await ada('POST', '/live/wallets', { ...LIVE, xpub: liveKey(4), password: PASSWORD });
    const coming = await byKey(5);
    expect(Date.parse(String(coming.json['effective_at'])) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(data(await ada('GET', '/live/wallets'))).toHaveLength(2);
    expect(own.json['addresses']).toContain(await nextLiveAddress());
    expect((await ada('DELETE', `/live/wallets/${String(coming.json['id'])}`, { password: PASSWORD })).status).toBe(
      200,
    );
    await passTime();
    expect(own.json['addresses']).toContain(await nextLiveAddress());

    // Adding a wallet that is already active or pending does not change when it takes effect.
    expect((await byKey(4)).json['id']).toBe(own.json['id']);
    expect(own.json['addresses']).toContain(await nextLiveAddress());
    const again = await byKey(5);
    expect((await byKey(5)).json['effective_at']).toBe(again.json['effective_at']);
    await passTime();
    expect(again.json['addresses']).toContain(await nextLiveAddress());
    expect(data(await ada('GET', '/live/wallets')).map(({ id }) => id)).toEqual([again.json['id']]);

    const audit = await runSql<{ subject: string; effective_at: string }>(
      shops.databaseUrl,
      `SELECT subject, details ->> 'effective_at' AS effective_at FROM florin_control.audit_log
       WHERE action = 'wallet.changed' AND actor = $1 ORDER BY at DESC LIMIT 2`,
      [shops.ada.keys.live.id],
    );
    const told = { subject: coming.json['id'], effective_at: again.json['effective_at'] };
    expect(audit).toEqual([told, told]);
  });
});

describe('429', () => {
  it('wrong passwords count for the session alone', async () => {
    const { browser, email } = shops.bob;
    const guess = () => browser.call('POST', '/test/wallets', { body: wallet({ password: 'guess' }) });
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length < 30) statuses.push((await guess()).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses.at(-1)).toBe(429);
    const right = await browser.call('POST', '/test/wallets', { body: wallet({ password: PASSWORD }) });
    if (right.status === 429) expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    const preview = await browser.call('POST', '/test/wallets', { body: wallet({ dry_run: true }) });
    expect(preview.status).toBe(200);
    expect((await new Browser(shops.server.baseUrl).signIn(email)).status).toBe(200);
  });

  it('failed sign-ins to the account do not keep its signed-in user from changing a wallet', async () => {
    const { browser, email } = shops.ada;
    const stranger = new Browser(shops.server.baseUrl);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await stranger.signIn(email, 'guess')).status);
    expect(statuses.at(-1)).toBe(429);
    const body = wallet({ xpub: testKey(9), password: PASSWORD });
    expect((await browser.call('POST', '/test/wallets', { body })).status).toBe(201);
  });
});
