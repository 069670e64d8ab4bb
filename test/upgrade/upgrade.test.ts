import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntentId, uuidOf } from '../../src/domain/ids.ts';
import { Browser } from '../http/browser.ts';
import { create, createdId, type Keys, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { MerchantSnapshot, Mode, ShownIntent, TenantSnapshot } from './api-types.ts';
import { FIXTURE_MIGRATIONS, FIXTURE_ORIGIN } from './fixture.ts';
import { listDifferences } from './list-differences.ts';
import { listNumberViolations } from './list-number-violations.ts';
import { listViolations } from './list-violations.ts';
import { probeKey } from './probe-key.ts';
import { readIntent, readIntents, readInvoice, readTenant, readTransfers, readWallets } from './read-tenant.ts';
import { type RestoredFixture, restoreFixture } from './restore-fixture.ts';

let fixture: RestoredFixture;
let server: RunningServer;

beforeAll(async () => {
  fixture = await restoreFixture();
  // Without workers nothing moves, however old the fixture is: what differs was changed by a migration.
  const { env } = fixture.options;
  server = await startServer({ ...fixture.options, env: { ...env, FLORIN_ROLES: 'api' } });
});

afterAll(async () => {
  await server.stop();
  fixture.remove();
});

const merchants = (): MerchantSnapshot[] => fixture.snapshot.merchants;
const tenants = (): TenantSnapshot[] => merchants().flatMap((merchant) => merchant.tenants);

function tenantOf(name: string, mode: Mode): TenantSnapshot {
  const merchant = merchants().find((candidate) => candidate.name === name);
  return merchant?.tenants.find((tenant) => tenant.mode === mode) ?? expect.fail(`${name} has no ${mode} mode`);
}

function intentOf({ intents }: TenantSnapshot, order: string): ShownIntent {
  return intents.find(({ order_id }) => order_id === order) ?? expect.fail(`the fixture has no ${order}`);
}

async function signIn({ email, password }: MerchantSnapshot): Promise<Browser> {
  const browser = new Browser(server.baseUrl, FIXTURE_ORIGIN);
  const reply = await browser.signIn(email, password);
  expect(reply.status, reply.text).toBe(200);
  return browser;
}

/** A key without when it was used last: it is used here. */
const withoutUse = (key: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(key).filter(([member]) => !member.startsWith('last_used_')));

/** Everything as it is now, with the invoices that were issued before. */
const readAgain = ({ mode, keys, invoices }: TenantSnapshot): Promise<TenantSnapshot> =>
  readTenant(server.baseUrl, { mode, keys, invoiced: invoices.map(({ payment_intent_id }) => payment_intent_id) });

const newestFile = (plane: string) =>
  Math.max(
    ...readdirSync(join(import.meta.dirname, '../../migrations', plane)).map((file) => Number(file.slice(0, 4))),
  );

const newestApplied = async (url: string, plane: string) =>
  (await runSql<{ newest: number }>(url, `SELECT max(number) AS newest FROM florin_${plane}.migrations`))[0]?.newest;

describe('a database of the version before', () => {
  it('gets every migration, and so does a data store at its first use', async () => {
    await Promise.all(tenants().map(({ keys }) => send(server.baseUrl, keys, '/payment_intents?limit=1')));
    expect(await newestApplied(fixture.mainUrl, 'control')).toBe(newestFile('control'));
    expect(await newestApplied(fixture.mainUrl, 'data')).toBe(newestFile('data'));
    expect(await newestApplied(fixture.ownUrl, 'data')).toBe(newestFile('data'));
    expect(newestFile('control')).toBeGreaterThanOrEqual(FIXTURE_MIGRATIONS.control);
    expect(newestFile('data')).toBeGreaterThanOrEqual(FIXTURE_MIGRATIONS.data);
  });

  it('has a key for everything that names a target', async () => {
    for (const url of [fixture.mainUrl, fixture.ownUrl]) {
      const missing = await runSql(
        url,
        `SELECT network, coalesce(reference, address) FROM florin_data.targets
         EXCEPT SELECT network, key FROM florin_data.target_keys`,
      );
      expect(missing).toEqual([]);
      expect(await runSql(url, 'SELECT FROM florin_data.target_keys LIMIT 1')).toHaveLength(1);
    }
  });

  it('shows every intent, transfer, invoice, wallet and item as before', async () => {
    for (const tenant of tenants()) expect(listDifferences(tenant, await readAgain(tenant))).toEqual([]);
  });

  it('keeps every invariant', async () => {
    expect(listViolations(await Promise.all(tenants().map(readAgain)))).toEqual([]);
  });

  it('finds intents by status, order and customer as before', async () => {
    const { keys, intents } = tenantOf('Harbor Books', 'test');
    const ids = async (query: string) => {
      const { json } = await send(server.baseUrl, keys, `/payment_intents?limit=100&${query}`);
      return (json['data'] as ShownIntent[]).map(({ id }) => id);
    };
    for (const status of new Set(intents.map((intent) => intent.status))) {
      const expected = intents.filter((intent) => intent.status === status).map(({ id }) => id);
      expect(await ids(`status=${status}`), status).toEqual(expected);
    }
    expect(await ids('order_id=underpaid')).toEqual([intentOf({ intents } as TenantSnapshot, 'underpaid').id]);
    expect(await ids('email=ada%40example.com')).toEqual(intents.map(({ id }) => id));
  });

  it('lets everybody sign in, and shows settings and keys as before', async () => {
    for (const merchant of merchants()) {
      const browser = await signIn(merchant);
      const settings = await browser.call('GET', '/settings');
      expect(listDifferences(merchant.settings, settings.json)).toEqual([]);
      for (const mode of ['test', 'live'] as const) {
        const listed = (await browser.call('GET', `/${mode}/api_keys`)).json['data'];
        const expected = merchant.api_keys[mode].map(withoutUse);
        expect(listDifferences(expected, listed)).toEqual([]);
      }
    }
  });

  it('shows a test key again, which works', async () => {
    for (const merchant of merchants()) {
      const { id, private_key } = merchant.revealable;
      const browser = await signIn(merchant);
      const revealed = await browser.call('POST', `/test/api_keys/${id}/reveal`);
      expect(revealed.json['private_key'], revealed.text).toBe(private_key);
      const { public_key } = merchant.tenants[0]?.keys ?? expect.fail();
      expect((await send(server.baseUrl, { public_key, private_key }, '/payment_intents?limit=1')).status).toBe(200);
    }
  });

  it('accepts and rejects every other key as before', async () => {
    const probes = merchants().flatMap((merchant) => merchant.probes);
    expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([401, 403, 422]));
    for (const probe of probes) {
      expect(listDifferences(probe, await probeKey(server.baseUrl, probe.name, probe.keys))).toEqual([]);
    }
  });

  it('answers a repeated create with the first answer', async () => {
    for (const { replay, tenants: own } of merchants()) {
      const keys = own[0]?.keys ?? expect.fail();
      const reply = await create(server.baseUrl, keys, replay.body, { 'idempotency-key': replay.key });
      expect(reply.status, reply.text).toBe(201);
      expect(reply.text).toBe(replay.answer);
      expect(reply.headers.get('idempotent-replayed')).toBe('true');
    }
  });
});

const post = (keys: Keys, id: string, verb: string, body: object = {}) =>
  send(server.baseUrl, keys, `/payment_intents/${id}/${verb}`, { body });

async function untilSucceeded(keys: Keys, id: string): Promise<ShownIntent> {
  return waitUntil(`${id} succeeds`, async () => {
    const intent = await readIntent(server.baseUrl, keys, id);
    return intent.status === 'succeeded' ? intent : undefined;
  });
}

describe('the upgraded database goes on', () => {
  beforeAll(async () => {
    await server.stop();
    server = await startServer(fixture.options);
  });

  it.each(['Harbor Books', 'Corner Bakery'])('gives a new checkout of %s an address that nobody had', async (name) => {
    const { keys, intents, wallets } = tenantOf(name, 'test');
    const wallet = wallets.find(({ network }) => network === 'litecoin-regtest') ?? expect.fail();
    const given = new Set(intents.flatMap(({ targets }) => targets.map(({ address }) => address)));
    const body = { ...validBody(), crypto_amount_requested: '0.5 LTC', exchange_rate: '1 LTC = $50' };
    const id = createdId(await create(server.baseUrl, keys, body));
    const { json } = await send(server.baseUrl, keys, `/checkout/${id}/status`);
    const options = json['options'] as { network: string; address: string }[];
    const address = options.find(({ network }) => network === 'litecoin-regtest')?.address;
    expect(address).toBe(wallet.addresses[0]);
    expect(given).not.toContain(address);
    const after = (await readWallets(server.baseUrl, keys)).find((one) => one.id === wallet.id);
    expect(after?.next_index).toBe((wallet.next_index ?? 0) + 1);
  });

  it.each([
    ['Harbor Books', 'open'],
    ['Harbor Books', 'open-solana'],
    ['Harbor Books', 'partially-paid'],
    ['Corner Bakery', 'bakery-open'],
  ])('credits a payment for %s, %s', async (name, order) => {
    const { keys, ...tenant } = tenantOf(name, 'test');
    const { id, amount_due, payments } = intentOf({ keys, ...tenant }, order);
    expect((await post(keys, id, 'simulate', { kind: 'full' })).status).toBe(200);
    const paid = await untilSucceeded(keys, id);
    expect(paid).toMatchObject({ amount_received: amount_due, amount_remaining: '0', overpaid_by: '0' });
    expect(paid.payments).toHaveLength(payments.length + 1);
  });

  it('credits a payment to a target that a node of the version before assigned after the migration', async () => {
    const { keys } = tenantOf('Harbor Books', 'test');
    const body = { ...validBody(), crypto_amount_requested: '0.5 SOL', exchange_rate: '1 SOL = $50' };
    const id = createdId(await create(server.baseUrl, keys, body));
    await runSql(
      fixture.mainUrl,
      `INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, reference, required,
         assigned_at, wallet, wallet_index, decimals, requirement, watched_until)
       SELECT merchant_id, livemode, id, 'simulated', 'assigned before', NULL, 2, now(), NULL, NULL, 18, '{"blocks":2}',
         expires_at + interval '30 days'
       FROM florin_data.payment_intents WHERE id = $1
       ON CONFLICT (network, coalesce(reference, address)) DO NOTHING`,
      [uuidOf(id as IntentId)],
    );
    expect((await post(keys, id, 'simulate', { kind: 'full' })).status).toBe(200);
    expect(await untilSucceeded(keys, id)).toMatchObject({
      targets: expect.arrayContaining([expect.objectContaining({ address: 'assigned before' })]),
    });
  });

  it('gives a checkout that was opened before an exact amount for payments by hand', async () => {
    const { keys, ...tenant } = tenantOf('Harbor Books', 'test');
    const { id } = intentOf({ keys, ...tenant }, 'solana-unpaid');
    const { json } = await send(server.baseUrl, keys, `/checkout/${id}/status`);
    const options = json['options'] as { network: string; amount: string; manual: { amount: string } | null }[];
    const { amount, manual } = options.find(({ network }) => network === 'solana-local') ?? expect.fail();
    expect(Number(manual?.amount)).toBeGreaterThan(Number(amount));
  });

  it('cancels an open intent', async () => {
    const { keys, ...tenant } = tenantOf('Harbor Books', 'test');
    const { id, sequence } = intentOf({ keys, ...tenant }, 'open-viewed');
    expect((await post(keys, id, 'cancel')).json).toMatchObject({ status: 'canceled', sequence: sequence + 1 });
  });

  it.each([
    ['Harbor Books', 'wrong-asset', 'accept', 'succeeded'],
    ['Harbor Books', 'underpaid', 'reject', 'canceled'],
    ['Harbor Books', 'ambiguous-1', 'accept', 'succeeded'],
    ['Corner Bakery', 'bakery-late', 'accept', 'succeeded'],
  ])('resolves the review of %s, %s', async (name, order, decision, status) => {
    const { keys, ...tenant } = tenantOf(name, 'test');
    const { id } = intentOf({ keys, ...tenant }, order);
    const resolved = await post(keys, id, 'resolve', { decision, reason: 'Looked at it.' });
    expect(resolved.json, resolved.text).toMatchObject({ status, review: null });
  });

  it('gives the next payment the next invoice number', async () => {
    for (const { keys, invoices } of tenants().filter(({ invoices: issued }) => issued.length > 0)) {
      const numbers: number[] = [];
      for (let count = 0; count < 2; count += 1) {
        const id = createdId(await create(server.baseUrl, keys));
        expect((await readInvoice(server.baseUrl, keys, id)).number).toBeNull();
        await post(keys, id, 'mark_paid', { reason: 'Paid in cash.' });
        numbers.push(Number((await readInvoice(server.baseUrl, keys, id)).number.replace('INV-', '')));
      }
      // What was resolved above has a number too.
      const [first = 0, second] = numbers;
      expect(first).toBeGreaterThan(invoices.length);
      expect(second).toBe(first + 1);
    }
  });

  it('numbers what a node of the version before creates', async () => {
    const { keys } = tenantOf('Harbor Books', 'test');
    const id = uuidOf(createdId(await create(server.baseUrl, keys)) as IntentId);
    // The version before announces an intent in its transaction, and knows nothing of numbers.
    await runSql(
      fixture.mainUrl,
      `WITH opened AS (
         INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at,
           total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, order_id, warnings,
           request_body, policy)
         SELECT merchant_id, livemode, gen_random_uuid(), status, sequence, created_at, expires_at, total_amount,
           tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, 'by the version before', warnings,
           request_body, policy
         FROM florin_data.payment_intents WHERE id = $1
         RETURNING merchant_id, livemode, id, sequence, status, created_at
       ), notified AS MATERIALIZED (
         SELECT pg_notify('florin_changes', json_agg(json_build_array(merchant_id, livemode, id, sequence, status))::text)
         FROM opened
       )
       INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
       SELECT merchant_id, livemode, id, sequence, 'payment_intent.created', jsonb_build_object('status', status),
         created_at FROM opened
       RETURNING intent_id, (SELECT count(*) FROM notified)`,
      [id],
    );
    const types = await waitUntil('it has its number', async () => {
      const rows = await runSql<{ type: string }>(
        fixture.mainUrl,
        `SELECT type FROM florin_data.numbered_events JOIN florin_data.payment_intents AS intent USING (merchant_id, livemode)
         WHERE intent.id = intent_id AND order_id = 'by the version before'`,
      );
      return rows.length > 0 && rows.map(({ type }) => type);
    });
    expect(types).toEqual(['payment_intent.created']);
  });

  it('numbers everything that happened since, without a gap', async () => {
    for (const url of [fixture.mainUrl, fixture.ownUrl]) {
      expect(await listNumberViolations(url)).toEqual([]);
      expect(await runSql(url, 'SELECT FROM florin_data.numbered_events LIMIT 1')).toHaveLength(1);
    }
  });

  it('and keeps every invariant', async () => {
    const now = [];
    for (const { keys, invoices } of tenants()) {
      const intents = await readIntents(server.baseUrl, keys);
      now.push({ intents, invoices, transfers: await readTransfers(server.baseUrl, keys) });
    }
    expect(listViolations(now)).toEqual([]);
    const before = tenants().flatMap(({ intents }) => intents.map(({ id }) => id));
    const after = new Set(now.flatMap(({ intents }) => intents.map(({ id }) => id)));
    expect(before.filter((id) => !after.has(id))).toEqual([]);
  });
});
