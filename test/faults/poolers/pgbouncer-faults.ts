import { Client } from 'pg';
import { openStream } from '../../http/open-stream.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import type { Lab } from '../lab/lab.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';
import { Pgbouncer, SERVER_CONNECTIONS_MAX } from './pgbouncer.ts';
import { pgbouncerHttp } from './pgbouncer-http.ts';

const ORDERS = 300;
const STREAMS = 5;
const KILLS = 5;
/** One dispatcher round and one look at the outbox. */
const POLLED_MS_MAX = 5_000;
const ANSWER_MS_MAX = 5_000;

interface Stage {
  rig: Rig;
  pgbouncer: Pgbouncer;
}

/** API and worker behind PgBouncer, with or without a way past it. */
async function open(lab: Lab, program: string, isDirect: boolean): Promise<Stage> {
  const rig = await Rig.open(lab);
  const pgbouncer = await Pgbouncer.start(lab, program, rig.databaseUrl, !isDirect);
  const databaseUrl = pgbouncer.urlOf(rig.databaseUrl);
  const env: Record<string, string> = isDirect ? { FLORIN_DATABASE_DIRECT_URL: rig.databaseUrl } : {};
  await rig.startApi({ databaseUrl, env });
  await rig.startWorker({ databaseUrl, env });
  return { rig, pgbouncer };
}

/** Opens the stream of a checkout, pays, and returns how long after the intent has succeeded the stream says so. */
async function timeStream({ rig }: Stage, key: string): Promise<number> {
  const id = await waitUntil('an order is acknowledged', () => rig.orders.create(key));
  const stream = await openStream(rig.baseUrl, `/${rig.keys.public_key}/checkout/${id}/events`, undefined);
  const hear = (status: string) =>
    waitUntil(`the stream says ${status}`, () => stream.events().some(({ data }) => data['status'] === status));
  await hear('requires_payment');
  await waitUntil('it is paid', () => rig.orders.pay(id));
  await waitUntil('it has succeeded', async () => {
    const rows = await rig.sql(`SELECT FROM florin_data.payment_intents WHERE order_id = $1 AND status = 'succeeded'`, [
      key,
    ]);
    return rows.length > 0;
  });
  const startedAt = performance.now();
  await hear('succeeded');
  stream.close();
  return performance.now() - startedAt;
}

/** A key that another transaction is writing is answered in time only if the lock timeout reaches the server. */
async function checkLockTimeout({ rig }: Stage): Promise<void> {
  const key = 'held';
  const client = new Client({ connectionString: rig.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO florin_data.idempotency_keys (merchant_id, livemode, key, intent_id, answer, created_at)
     SELECT merchant_id, livemode, $1, intent_id, answer, created_at FROM florin_data.idempotency_keys LIMIT 1`,
    [key],
  );
  const before = rig.orders.inFlight;
  const created = await rig.orders.create(key);
  rig.lab.check(created === undefined && rig.orders.inFlight === before + 1, 'A held key was not answered with 409.');
  await client.query('ROLLBACK');
  await client.end();
}

/** Settings of a transaction must not stay on a connection that others get. */
async function checkSettings({ rig, pgbouncer }: Stage): Promise<void> {
  for (const setting of ['lock_timeout', 'statement_timeout', 'enable_sort', 'synchronous_commit']) {
    const rows = await rig.sql<Record<string, string>>(`SHOW ${setting}`);
    const left = await Promise.all(
      Array.from({ length: 2 * SERVER_CONNECTIONS_MAX }, () =>
        pgbouncer.ask<Record<string, string>>(rig.databaseUrl, `SHOW ${setting}`),
      ),
    );
    const other = left.flat().find((row) => row[setting] !== rows[0]?.[setting]);
    rig.lab.check(other === undefined, `${setting} stayed at ${other?.[setting]} on a connection.`);
  }
}

const flow = (program: string, isDirect: boolean): Fault => ({
  name: isDirect ? 'pgbouncer-direct' : 'pgbouncer-alone',
  group: 'databases',
  title: `Orders, payments and streams behind PgBouncer in transaction mode with ${SERVER_CONNECTIONS_MAX} server connections, ${isDirect ? 'with FLORIN_DATABASE_DIRECT_URL' : 'without a way past it'}`,
  needs: ['PostgreSQL'],
  secondsMax: 240,
  async run(lab) {
    const stage = await open(lab, program, isDirect);
    const { orders } = stage.rig;
    const load = orders.keepSending('order');
    await orders.untilAcknowledged(ORDERS);
    await load.end();
    lab.check(orders.lost + orders.unavailable === 0, `${orders.lost + orders.unavailable} requests failed.`);
    const times: number[] = [];
    for (let count = 0; count < STREAMS; count += 1) times.push(await timeStream(stage, `stream-${count}`));
    const slowestMs = Math.max(...times);
    lab.observe(`streams said ${times.map(seconds).join(', ')} after the commit that a payment had arrived`);
    lab.check(slowestMs <= (isDirect ? 1_000 : POLLED_MS_MAX), `A stream took ${seconds(slowestMs)}.`);
    await checkLockTimeout(stage);
    await checkSettings(stage);
    await stage.rig.finish();
  },
});

const kill = (program: string): Fault => ({
  name: 'pgbouncer-kill',
  group: 'databases',
  title: 'SIGKILL of PgBouncer under load, five times; it is started again',
  needs: ['PostgreSQL'],
  secondsMax: 240,
  async run(lab) {
    const { rig, pgbouncer } = await open(lab, program, true);
    const load = rig.orders.keepSending('order');
    const recoveries: string[] = [];
    for (let count = 0; count < KILLS; count += 1) {
      await rig.orders.untilAcknowledged(ORDERS / KILLS);
      await pgbouncer.kill();
      await pgbouncer.start(rig.databaseUrl);
      recoveries.push(seconds(await rig.orders.untilCreated(`after-${count}`)));
    }
    await load.end();
    lab.observe(`orders again after ${recoveries.join(', ')}`);
    lab.check(rig.orders.lost === 0, `${rig.orders.lost} requests got no answer.`);
    lab.check(rig.orders.slowestMs <= ANSWER_MS_MAX, `An answer took ${seconds(rig.orders.slowestMs)}.`);
    await rig.finish();
  },
});

/** With a program of PgBouncer 1.21 or newer. */
export const pgbouncerFaults = (program: string): readonly Fault[] => [
  flow(program, true),
  flow(program, false),
  kill(program),
  pgbouncerHttp(program),
];
