import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, type Keys, type Reply, send, validBody } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql } from '../support/databases.ts';
import { createMerchant, florin, type NewMerchant, type RunningServer, startServer } from '../support/server.ts';
import { type Stopwatch, startStopwatch } from '../support/time-beside.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectProblem } from './expect-problem.ts';
import { type Shop, startShop } from './start-shop.ts';
import { TcpProxy } from './tcp-proxy.ts';

const ANSWER_MS_MAX = 5_000;
const RECOVERY_MS_MAX = 5_000;
/** The lost connection is noticed, a new one is opened, the key is looked up, and the intent is stored. */
const RECOVERY_STEPS = 4;
/** What is shown here needs requests at all times, not as many as possible. */
const PAUSE_MS = 20;

interface Timed {
  reply: Reply;
  ms: number;
}

/** A server whose database stays: the time of a create there is what the machine takes anyway. */
let control: Shop;
let stopwatch: Stopwatch;

/** A server whose database can go away, and a record of everything that was sent to it under a key. */
class Rig {
  readonly databaseUrl: string;
  readonly proxy: TcpProxy;
  readonly server: RunningServer;
  readonly keys: NewMerchant;
  readonly sent = new Set<string>();
  readonly acknowledged = new Map<string, string>();

  private constructor(databaseUrl: string, proxy: TcpProxy, server: RunningServer, keys: NewMerchant) {
    this.databaseUrl = databaseUrl;
    this.proxy = proxy;
    this.server = server;
    this.keys = keys;
  }

  static async start(): Promise<Rig> {
    const databaseUrl = await createMigrated(['control', 'data']);
    const keys = await createMerchant({ databaseUrl });
    const proxy = await TcpProxy.start(databaseUrl);
    const server = await startServer({ databaseUrl: proxy.url, env: { FLORIN_LOG_LEVEL: 'fatal' } });
    return new Rig(databaseUrl, proxy, server, keys);
  }

  async stop(): Promise<void> {
    this.proxy.pass();
    await this.server.stop();
    await this.proxy.stop();
  }

  async createOnce(key: string, keys: Keys = this.keys): Promise<Timed> {
    this.sent.add(key);
    const body = { ...validBody(), order_id: key };
    const answer = await timed(() => create(this.server.baseUrl, keys, body, { 'idempotency-key': key }));
    const { reply } = answer;
    if (reply.status === 201) {
      expect(this.acknowledged.get(key) ?? createdId(reply)).toBe(createdId(reply));
      this.acknowledged.set(key, createdId(reply));
    }
    return answer;
  }

  send(path: string, method = 'GET'): Promise<Timed> {
    return timed(() => send(this.server.baseUrl, this.keys, path, { method }));
  }

  async get(path: string): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`${this.server.baseUrl}${path}`);
    return { status: answer.status, body: await answer.json() };
  }

  async isAlive(): Promise<boolean> {
    const answer = await this.get('/healthz').catch(() => undefined);
    return answer?.status === 200;
  }

  /** A create by an application that tries again until it is stored. */
  createUntilStored(key: string = randomUUID(), keys: Keys = this.keys): Promise<Reply> {
    return waitUntil('a create is stored', async () => {
      const { reply } = await this.createOnce(key, keys);
      if (reply.status === 201) return reply;
      expectProblem(reply, 503, 'unavailable');
      return undefined;
    });
  }

  /** Several clients that send one create after another until told to end. */
  keepCreating(clients: number): { end(): void; answers: Promise<Timed[]> } {
    const traffic = { ended: false };
    const work = async () => {
      const answers: Timed[] = [];
      while (!traffic.ended) {
        answers.push(await this.createOnce(randomUUID()));
        await sleep(PAUSE_MS);
      }
      return answers;
    };
    const answers = Promise.all(Array.from({ length: clients }, work)).then((lists) => lists.flat());
    // Only the caller that awaits the answers handles a failure.
    answers.catch(() => undefined);
    return {
      end() {
        traffic.ended = true;
      },
      answers,
    };
  }

  /** What the table holds is what was answered: one intent and one event for each key, under the id that was told. */
  async expectOneRowPerKey(): Promise<void> {
    const rows = await runSql<{ key: string; intents: number; events: number }>(
      this.databaseUrl,
      `SELECT p.order_id AS key, count(DISTINCT p.id)::int AS intents, count(DISTINCT e.sequence)::int AS events
       FROM florin_data.payment_intents p LEFT JOIN florin_data.events e ON e.intent_id = p.id
       GROUP BY p.order_id`,
    );
    expect(rows.filter((row) => row.intents !== 1 || row.events !== 1)).toEqual([]);
    expect(rows.map((row) => row.key).sort()).toEqual([...this.sent].sort());
    const told = await runSql<{ key: string; answer: string }>(
      this.databaseUrl,
      `SELECT k.key, k.answer FROM florin_data.idempotency_keys k
       JOIN florin_data.payment_intents p ON p.id = k.intent_id AND p.order_id = k.key`,
    );
    expect(told).toHaveLength(this.acknowledged.size);
    for (const { key, answer } of told) expect(answer).toContain(`"${this.acknowledged.get(key)}"`);
  }
}

async function timed(ask: () => Promise<Reply>): Promise<Timed> {
  const { result: reply, ms } = await stopwatch.time(ask);
  return { reply, ms };
}

async function expectRecovery(work: () => Promise<unknown>): Promise<void> {
  expect((await stopwatch.time(work, RECOVERY_STEPS)).ms).toBeLessThanOrEqual(RECOVERY_MS_MAX);
}

function expectUnavailable({ reply, ms }: Timed): void {
  expectProblem(reply, 503, 'unavailable');
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(ms).toBeLessThanOrEqual(ANSWER_MS_MAX);
}

interface Outage {
  name: string;
  begin: (proxy: TcpProxy) => void;
  end: (proxy: TcpProxy) => void;
  /** Whether a request learns of it only by waiting. */
  silent: boolean;
}

const outages: Outage[] = [
  { name: 'closes every connection', begin: (proxy) => proxy.refuse(), end: (proxy) => proxy.pass(), silent: false },
  {
    name: 'says nothing, then says all of it late',
    begin: (proxy) => proxy.blackHole(),
    end: (proxy) => proxy.pass(),
    silent: true,
  },
  {
    name: 'says nothing, then takes new connections only',
    begin: (proxy) => proxy.blackHole(),
    end: (proxy) => proxy.passNewOnly(),
    silent: true,
  },
];

const rigs = new Map<string, Rig>();

beforeAll(async () => {
  control = await startShop();
  stopwatch = startStopwatch(() => create(control.baseUrl, control.keys));
  await Promise.all(outages.map(async ({ name }) => rigs.set(name, await Rig.start())));
});

afterAll(async () => {
  await Promise.all([...rigs.values()].map((rig) => rig.stop()));
  await stopwatch.stop();
  await control.stop();
});

/** One test for each kind of outage. They run concurrently, each with a separate server and database. */
function inEachOutage(check: (rig: Rig, begin: () => void, end: () => void, silent: boolean) => Promise<void>): void {
  for (const outage of outages) {
    it.concurrent(`when it ${outage.name}`, async () => {
      const rig = rigs.get(outage.name);
      if (!rig) throw new Error('The server is not there.');
      const end = () => outage.end(rig.proxy);
      try {
        await check(rig, () => outage.begin(rig.proxy), end, outage.silent);
      } catch (error) {
        throw (await rig.isAlive())
          ? error
          : new Error(`The server has ended:\n${rig.server.output()}`, { cause: error });
      } finally {
        end();
      }
    });
  }
}

describe('during a database outage: 503 within 5 s, but alive; then 201 within 5 s, without a restart', () => {
  inEachOutage(async (rig, begin, end, silent) => {
    const intent = `/payment_intents/${createdId(await rig.createUntilStored())}`;
    begin();
    const answered: string[] = [];
    const noting = async <Answer>(what: string, asking: Promise<Answer>) => {
      const answer = await asking;
      answered.push(what);
      return answer;
    };
    const [creates, reads, ready, healthy] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => noting('create', rig.createOnce(randomUUID())))),
      Promise.all([rig.send(intent), rig.send('/payment_intents'), rig.send(`${intent}/cancel`, 'POST')]),
      stopwatch.time(() => rig.get('/readyz')),
      noting('health', rig.get('/healthz')),
    ]);
    for (const answer of [...creates, ...reads]) expectUnavailable(answer);
    expect(ready.result).toMatchObject({ status: 503, body: { status: 'not_ready' } });
    expect(ready.ms).toBeLessThanOrEqual(ANSWER_MS_MAX);
    expect(healthy).toMatchObject({ status: 200, body: { status: 'ok' } });
    if (silent) expect(answered[0]).toBe('health');
    end();
    await Promise.all([
      expectRecovery(() => rig.createUntilStored()),
      expectRecovery(() => waitUntil('/readyz is 200', async () => (await rig.get('/readyz')).status === 200)),
    ]);
  });
});

describe('a key that the server does not remember: 503, not 401; then 201', () => {
  inEachOutage(async (rig, begin, end) => {
    const { databaseUrl, keys } = rig;
    const fresh = await florin<Keys>({ databaseUrl }, 'keys', 'create', '--merchant', keys.merchant_id);
    begin();
    const key = randomUUID();
    expectUnavailable(await rig.createOnce(key, fresh));
    end();
    await expectRecovery(() => rig.createUntilStored(key, fresh));
  });
});

describe('an outage in which nobody asked: 201 within 5 s afterwards, by a key that the server does not remember', () => {
  inEachOutage(async (rig, begin, end) => {
    const { databaseUrl, keys } = rig;
    const fresh = await florin<Keys>({ databaseUrl }, 'keys', 'create', '--merchant', keys.merchant_id);
    // A crowd leaves many connections open.
    await Promise.all([
      ...Array.from({ length: 20 }, () => rig.createOnce(randomUUID())),
      ...Array.from({ length: 20 }, () => rig.send('/payment_intents?limit=1')),
      ...Array.from({ length: 10 }, () => rig.get('/readyz')),
    ]);
    begin();
    end();
    await expectRecovery(() => rig.createUntilStored(randomUUID(), fresh));
  });
});

describe('nothing that was acknowledged is lost, and what was not can be repeated', () => {
  inEachOutage(async (rig, begin, end) => {
    const traffic = rig.keepCreating(8);
    try {
      const before = rig.acknowledged.size;
      await waitUntil('some creates are stored', () => rig.acknowledged.size > before + 50);
      begin();
      // The others may all have sent their next creates after the first of these, but not after its answer.
      for (const _ of ['first', 'second']) expectUnavailable(await rig.createOnce(randomUUID()));
      end();
      await expectRecovery(() => rig.createUntilStored());
    } finally {
      traffic.end();
    }
    const answers = await traffic.answers;
    const refused = answers.filter(({ reply }) => reply.status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectUnavailable(answer);
    for (const answer of answers) expect(answer.ms).toBeLessThanOrEqual(ANSWER_MS_MAX);
    const unknown = [...rig.sent].filter((key) => !rig.acknowledged.has(key));
    for (const key of unknown) await rig.createUntilStored(key);
    await rig.expectOneRowPerKey();
  });
});
