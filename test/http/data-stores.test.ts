import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MerchantId, makeId, uuidOf } from '../../src/domain/ids.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import type { Reply } from '../support/client.ts';
import { createDatabase, runSql } from '../support/databases.ts';
import { florin } from '../support/server.ts';
import { timeBeside } from '../support/time-beside.ts';
import { waitUntil } from '../support/wait-until.ts';
import { Browser } from './browser.ts';
import { DocumentedAnswers, type OpenApiDoc } from './documented-answers.ts';
import { expectProblem } from './expect-problem.ts';
import { joinTeam, openTeam } from './join-team.ts';
import { sendBytes } from './send-bytes.ts';
import { type Shop, startShop } from './start-shop.ts';
import { TcpProxy } from './tcp-proxy.ts';

const OWNER = 'ada@example.com';
const OPERATOR = 'olga@example.com';
/** Held by a process that runs migrations. */
const MIGRATION_LOCK = 6_702_026;
const PATH = '/dashboard/api/data_stores';

let shop: Shop;
let owner: Browser;
/** With the role that may do the least. */
let operator: Browser;
let answers: DocumentedAnswers;

beforeAll(async () => {
  // Without workers, which open every data store by themselves.
  shop = await startShop({ FLORIN_ROLES: 'api' });
  owner = await openTeam(shop.options, shop.baseUrl, OWNER);
  operator = await joinTeam(owner, OPERATOR, 'support');
  await florin(shop.options, 'users', 'operator', OPERATOR);
  const document = await sendBytes(shop.baseUrl, { path: '/dashboard/api/openapi.json' });
  answers = new DocumentedAnswers(document.json as unknown as OpenApiDoc);
});

afterAll(() => shop.stop());

interface Listed {
  data: { id: string; name: string; healthy: boolean; open: boolean; merchants: number; size_bytes: number | null }[];
  moves: object[];
}

const list = (browser: Browser) => browser.call('GET', '/data_stores');
const listed = (reply: Reply): Listed => reply.json as unknown as Listed;

const readSession = () => owner.call('GET', '/session');
const findIn = (reply: Reply, id: string) => listed(reply).data.find((store) => store.id === id);

const untilHealthy = (id: string) => waitUntil('it responds', async () => findIn(await list(operator), id)?.healthy);

async function expectAway(id: string): Promise<void> {
  const { result, ms } = await timeBeside(readSession, () => list(operator));
  expect(answers.complaints('GET', PATH, result)).toEqual([]);
  expect(ms).toBeLessThan(LIMITS.answerMsMax);
  const unknown = { size_bytes: null, event_lag_ms: null, scan_lag_ms: null };
  expect(findIn(result, id)).toEqual({ id, name: 'Far', healthy: false, open: false, merchants: 0, ...unknown });
  expect(findIn(result, 'main')?.healthy).toBe(true);
}

describe('200', () => {
  it('tells an operator of any role how the main database is doing', async () => {
    const reply = await list(operator);
    expect(answers.complaints('GET', PATH, reply)).toEqual([]);
    expect(reply.json).toEqual({
      data: [
        {
          id: 'main',
          name: 'main',
          healthy: true,
          open: true,
          merchants: 2,
          size_bytes: expect.any(Number) as number,
          event_lag_ms: expect.any(Number) as number,
          scan_lag_ms: null,
        },
      ],
      moves: [],
    });
    expect(listed(reply).data[0]?.size_bytes).toBeGreaterThan(1_000_000);
  });

  it('says who is an operator with the session', async () => {
    expect((await operator.call('GET', '/session')).json).toMatchObject({ role: 'support', user: { operator: true } });
    expect((await owner.call('GET', '/session')).json).toMatchObject({ role: 'owner', user: { operator: false } });
  });

  it('lists the data stores and the merchants on the move, without URLs', async () => {
    const url = await createDatabase();
    const { id } = await florin<{ id: string }>(shop.options, 'stores', 'add', url, '--name', 'Frankfurt', '--open');
    const move = makeId('mer', 1, new Uint8Array(10));
    const merchantId = shop.keys.merchant_id as MerchantId;
    await runSql(
      shop.databaseUrl,
      `INSERT INTO florin_control.merchant_moves (merchant_id, id, from_store, to_store, state, started_at)
       SELECT $1, $2, NULL, id, 'copying', '2031-05-06T07:08:09Z' FROM florin_control.data_stores`,
      [uuidOf(merchantId), uuidOf(move)],
    );
    const reply = await waitUntil('it is open', async () => {
      const again = await list(operator);
      return listed(again).data.every(({ healthy }) => healthy) ? again : undefined;
    });
    expect(answers.complaints('GET', PATH, reply)).toEqual([]);
    expect(reply.json).toMatchObject({
      data: [
        { id: 'main', open: false },
        { id, name: 'Frankfurt', healthy: true, open: true, merchants: 0 },
      ],
      moves: [
        { merchant_id: merchantId, from: 'main', to: id, state: 'copying', started_at: '2031-05-06T07:08:09.000Z' },
      ],
    });
    const { host, pathname, password } = new URL(url);
    for (const secret of ['postgres:', host, pathname.slice(1), ...(password === '' ? [] : [password])]) {
      expect(reply.text).not.toContain(secret);
    }
    await runSql(shop.databaseUrl, 'DELETE FROM florin_control.merchant_moves');
  });

  it('shows a data store that does not respond as away, in time, and later again as healthy', async () => {
    const proxy = await TcpProxy.start(await createDatabase());
    const { id } = await florin<{ id: string }>(shop.options, 'stores', 'add', proxy.url, '--name', 'Far');
    // Nobody has connected to it yet.
    proxy.blackHole();
    await expectAway(id);
    proxy.pass();
    await untilHealthy(id);
    // There are connections to it, which say nothing more.
    proxy.blackHole();
    await expectAway(id);
    proxy.pass();
    await untilHealthy(id);
    proxy.refuse();
    await expectAway(id);
    await proxy.stop();
  });

  it('does not wait for a data store that another process is upgrading', async () => {
    const url = await createDatabase();
    const { id } = await florin<{ id: string }>(shop.options, 'stores', 'add', url, '--name', 'Far');
    const upgrading = new Client({ connectionString: url });
    await upgrading.connect();
    await upgrading.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await expectAway(id);
    await upgrading.end();
    await untilHealthy(id);
  });
});

describe('401', () => {
  it('is for visitors', async () => {
    expectProblem(await list(new Browser(shop.baseUrl)), 401, 'not_signed_in');
  });
});

describe('403', () => {
  it('is for everybody else, owners included, and says what to do', async () => {
    const reply = await list(owner);
    expectProblem(reply, 403, 'permission_denied');
    expect(answers.complaints('GET', PATH, reply)).toEqual([]);
    expect(reply.json['detail']).toContain(`npx florin users operator ${OWNER}`);
  });

  it('comes with the next request of somebody who is no operator any more', async () => {
    await florin(shop.options, 'users', 'operator', OWNER);
    expect((await list(owner)).status).toBe(200);
    await florin(shop.options, 'users', 'operator', OWNER, '--remove');
    expectProblem(await list(owner), 403, 'permission_denied');
    const { json } = await owner.call('GET', '/audit_log?kind=user');
    const entries = json['data'] as { action: string; actor: string; subject_email: string }[];
    expect(entries.filter(({ action }) => action.startsWith('user.operator_')).slice(0, 2)).toMatchObject([
      { action: 'user.operator_removed', actor: 'cli', subject_email: OWNER },
      { action: 'user.operator_added', actor: 'cli', subject_email: OWNER },
    ]);
  });
});
