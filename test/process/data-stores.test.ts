import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TcpProxy } from '../http/tcp-proxy.ts';
import { create, createdId, type Keys, send } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { createDatabase, runSql, servers } from '../support/databases.ts';
import { createMerchant, florin, type NewMerchant, type RunningServer, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Far above what a stop takes, and far below how long a silent connection lasts. */
const STOP_MS_MAX = 120_000;

const countIntents = async (url: string) =>
  (await runSql<{ count: number }>(url, 'SELECT count(*)::int AS count FROM florin_data.payment_intents'))[0]?.count;

describe('a merchant’s data store', () => {
  let mainUrl: string;
  let ownUrl: string;
  let server: RunningServer;
  let inMain: NewMerchant;
  let inOwn: NewMerchant;
  let storeId: string;

  beforeAll(async () => {
    mainUrl = await createMigrated(['control', 'data']);
    ownUrl = await createDatabase(servers().at(-1)?.url);
    const options = { databaseUrl: mainUrl };
    inMain = await createMerchant(options);
    inOwn = await createMerchant(options);
    ({ id: storeId } = await florin<{ id: string }>(options, 'stores', 'add', ownUrl, '--name', 'own'));
    await florin(options, 'merchants', 'set-store', inOwn.merchant_id, storeId);
    server = await startServer(options);
  });

  afterAll(() => server.stop());

  it('contains that merchant’s intents, and the main database contains the others', async () => {
    const [main, own] = [await create(server.baseUrl, inMain), await create(server.baseUrl, inOwn)];
    expect([main.status, own.status]).toEqual([201, 201]);
    expect(await countIntents(mainUrl)).toBe(1);
    expect(await countIntents(ownUrl)).toBe(1);
    const [row] = await runSql<{ id: string }>(ownUrl, 'SELECT merchant_id AS id FROM florin_data.payment_intents');
    expect(row?.id).toMatch(/^[0-9a-f-]{36}$/);
    const crossed: [Keys, string][] = [
      [inMain, createdId(own)],
      [inOwn, createdId(main)],
    ];
    for (const [keys, id] of crossed)
      expect((await send(server.baseUrl, keys, `/payment_intents/${id}`)).status).toBe(404);
    for (const keys of [inMain, inOwn]) {
      const list = await send(server.baseUrl, keys, '/payment_intents');
      expect(list.json['data']).toHaveLength(1);
    }
  });

  it('has no tables of the control plane, and its URL is encrypted in the main database', async () => {
    const tables = await runSql(
      ownUrl,
      `SELECT 1 FROM information_schema.schemata WHERE schema_name = 'florin_control'`,
    );
    expect(tables).toEqual([]);
    const [row] = await runSql<{ sealed_url: string }>(mainUrl, 'SELECT sealed_url FROM florin_control.data_stores');
    expect(row?.sealed_url).not.toContain('postgres');
  });

  it('cannot be changed after the first intent', async () => {
    await expect(
      florin({ databaseUrl: mainUrl }, 'merchants', 'set-store', inMain.merchant_id, storeId),
    ).rejects.toMatchObject({ stderr: expect.stringContaining('already has payment intents') as string });
  });

  it('does not delay other merchants while it is unavailable', async () => {
    const gone = await createDatabase(servers().at(-1)?.url);
    const options = { databaseUrl: mainUrl };
    const merchant = await createMerchant(options);
    const { id } = await florin<{ id: string }>(options, 'stores', 'add', gone, '--name', 'gone');
    await florin(options, 'merchants', 'set-store', merchant.merchant_id, id);
    const name = new URL(gone).pathname.slice(1);
    await runSql(servers().at(-1)?.url ?? '', `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    const [away, main] = await Promise.all([create(server.baseUrl, merchant), create(server.baseUrl, inMain)]);
    expect([away.status, main.status]).toEqual([503, 201]);
    await runSql(servers().at(-1)?.url ?? '', `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    expect((await create(server.baseUrl, merchant)).status).toBe(201);
  });

  it('credits its payments once it is available again, and others in the meantime', async () => {
    const options = { databaseUrl: mainUrl };
    const far = await createDatabase(servers().at(-1)?.url);
    const proxy = await TcpProxy.start(far);
    const merchant = await createMerchant(options);
    const { id } = await florin<{ id: string }>(options, 'stores', 'add', proxy.url, '--name', 'far');
    await florin(options, 'merchants', 'set-store', merchant.merchant_id, id);
    const payable = async (keys: Keys) => {
      const intent = createdId(await create(server.baseUrl, keys));
      await send(server.baseUrl, keys, `/payment_intents/${intent}/simulate`, { body: { kind: 'full' } });
      return intent;
    };
    const paid = (keys: Keys, intent: string) =>
      waitUntil(`${intent} is paid`, async () => {
        const { json } = await send(server.baseUrl, keys, `/payment_intents/${intent}`);
        return json['status'] === 'succeeded';
      });
    const early = await payable(merchant);
    proxy.blackHole();
    await paid(inMain, await payable(inMain));
    await paid(inOwn, await payable(inOwn));
    expect((await send(server.baseUrl, merchant, `/payment_intents/${early}`)).status).toBe(503);
    proxy.pass();
    await paid(merchant, early);
    await proxy.stop();
  });

  it('does not keep a server from stopping while it is silent', async () => {
    const databaseUrl = await createMigrated(['control', 'data']);
    const proxy = await TcpProxy.start(await createDatabase());
    const merchant = await createMerchant({ databaseUrl });
    const { id } = await florin<{ id: string }>({ databaseUrl }, 'stores', 'add', proxy.url, '--name', 'silent');
    await florin({ databaseUrl }, 'merchants', 'set-store', merchant.merchant_id, id);
    const silenced = await startServer({ databaseUrl });
    expect((await create(silenced.baseUrl, merchant)).status).toBe(201);
    proxy.blackHole();
    const startedAt = performance.now();
    expect(await silenced.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(STOP_MS_MAX);
    await proxy.stop();
  });

  it('rejects a node with another FLORIN_SECRET', async () => {
    const env = { FLORIN_SECRET: 'another-secret-that-is-long-enough-too' };
    await expect(florin({ databaseUrl: mainUrl, env }, 'merchants', 'list')).rejects.toMatchObject({
      stderr: expect.stringContaining('set up with another secret') as string,
    });
  });
});
