import { createDatabase, runSql } from '../../support/databases.ts';
import { createCluster, freePort } from '../../support/external-postgres.ts';
import type { ClusterOptions, PostgresCluster } from '../../support/postgres-cluster.ts';
import { type NewMerchant, type RunningServer, type ServerOptions, startServer } from '../../support/server.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { runCommand } from '../../upgrade/run-command.ts';
import { checkRules } from './check-rules.ts';
import type { Lab } from './lab.ts';
import { type Load, Orders } from './orders.ts';
import { startWorker, type WorkerProcess } from './start-worker.ts';

const ACCOUNT = ['--name', 'Shop', '--email', 'owner@example.com', '--password', 'correct horse battery'];

const ENV = {
  FLORIN_LOG_LEVEL: 'error',
  FLORIN_RATE_CREATE: '1000000',
  FLORIN_RATE_READ: '1000000',
  FLORIN_SIMULATED_BLOCK_MS: '200',
};

/** Shared memory is a file in the cluster's folder, which is removed even if PostgreSQL was killed. */
const SETTINGS = ['dynamic_shared_memory_type=mmap'];

export interface RigOptions {
  cluster?: Pick<ClusterOptions, 'data' | 'settings' | 'initOptions' | 'env'>;
  /** A server that the fault has started itself. No cluster is made then. */
  serverUrl?: string;
  /** Settings of every process. */
  env?: Record<string, string>;
}

/** What a process is started with, if not with the settings of all. */
interface Start {
  databaseUrl?: string;
  env?: Record<string, string>;
  /** Of an API beside the first one. */
  port?: number;
}

/** A PostgreSQL, one process with each role, a merchant, and clients that place orders. */
export class Rig {
  readonly lab: Lab;
  readonly #cluster: PostgresCluster | undefined;
  /** The database itself, whatever stands between it and a process. */
  databaseUrl: string;
  readonly orders: Orders;
  readonly keys: NewMerchant;
  readonly port: number;
  /** Where clients send their orders. */
  baseUrl: string;
  /** Where the next order goes, if there are several APIs. */
  chooseBaseUrl = (): string => this.baseUrl;
  readonly #env: Record<string, string>;

  private constructor(
    lab: Lab,
    parts: Pick<Rig, 'databaseUrl' | 'keys' | 'port'> & { cluster: PostgresCluster | undefined },
    env: Record<string, string>,
  ) {
    this.lab = lab;
    this.#cluster = parts.cluster;
    this.databaseUrl = parts.databaseUrl;
    this.keys = parts.keys;
    this.port = parts.port;
    this.baseUrl = `http://127.0.0.1:${parts.port}`;
    this.#env = env;
    this.orders = new Orders({ baseUrl: () => this.chooseBaseUrl(), keys: parts.keys, signal: lab.signal });
  }

  /** Starts PostgreSQL and creates the merchant. The caller starts the processes that it needs. */
  static async open(lab: Lab, { cluster: options, serverUrl, env = {} }: RigOptions = {}): Promise<Rig> {
    const cluster = serverUrl === undefined ? await startCluster(lab, options) : undefined;
    const databaseUrl = await createDatabase(serverUrl ?? cluster?.url);
    const all = { ...ENV, ...env };
    const keys = await runCommand<NewMerchant>({ databaseUrl, env: all }, 'merchants', 'create', ...ACCOUNT);
    return new Rig(lab, { cluster, databaseUrl, keys, port: await freePort() }, all);
  }

  get cluster(): PostgresCluster {
    if (!this.#cluster) throw new Error('This rig runs on a server that the fault has started.');
    return this.#cluster;
  }

  /** For processes and commands of this rig. */
  options({ databaseUrl = this.databaseUrl, env = {} }: Start = {}): ServerOptions {
    return { databaseUrl, dataDir: this.lab.folder, env: { ...this.#env, ...env } };
  }

  /** One process with each role, and clients that have begun to place orders. */
  async startAll(acknowledged: number): Promise<{ api: RunningServer; worker: WorkerProcess; load: Load }> {
    const [api, worker] = [await this.startApi(), await this.startWorker()];
    const load = this.orders.keepSending('order');
    await this.orders.untilAcknowledged(acknowledged);
    return { api, worker, load };
  }

  /** Starts the API, on the same port as before. */
  async startApi(start: Start = {}): Promise<RunningServer> {
    const options = this.options({ ...start, env: { FLORIN_ROLES: 'api', ...start.env } });
    const api = await startServer({ ...options, port: start.port ?? this.port });
    this.lab.cleanUp.add(() => api.stop('SIGKILL'));
    return api;
  }

  async startWorker(start: Start = {}): Promise<WorkerProcess> {
    const worker = await startWorker(this.options(start));
    this.lab.cleanUp.add(() => worker.kill());
    return worker;
  }

  sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return runSql<Row>(this.databaseUrl, text, values);
  }

  async isHealthy(): Promise<boolean> {
    const answer = await fetch(`${this.baseUrl}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    );
    return answer?.status === 200;
  }

  /** Afterwards: unanswered orders are repeated, all payments are credited, and the database breaks no rule. */
  async finish(): Promise<void> {
    await this.untilSettled();
    await this.checkDatabase();
  }

  /** Repeats unanswered orders, and waits until all payments are credited. */
  async untilSettled(): Promise<void> {
    const { lab, orders } = this;
    const repeated = await orders.repeatUnanswered();
    await this.untilCredited();
    lab.observe(
      `${orders.acknowledged.size} orders acknowledged, ${orders.paid.size} of them paid; ` +
        `${orders.unavailable} answers with 503, ${orders.lost} without an answer, ${repeated} repeated; ` +
        `slowest answer ${(orders.slowestMs / 1_000).toFixed(1)} s`,
    );
    lab.checkRules([{ rule: 'every answer to a client is documented', broken: orders.violations }]);
  }

  /** Also compares what clients were told, if they have placed orders. */
  async checkDatabase(): Promise<void> {
    const told = this.orders.sent.size > 0 ? this.orders : undefined;
    const { rules } = await checkRules((text, values) => this.sql(text, values), told);
    this.lab.checkRules(rules);
  }

  /** Waits until every transfer of the simulated network is a final payment and its intent has succeeded. */
  async untilCredited(): Promise<void> {
    await waitUntil('every simulated payment is final', async () => {
      const [row] = await this.sql<{ open: number }>(
        `SELECT (SELECT count(*) FROM florin_control.simulated_transfers)::int
           - (SELECT count(*) FROM florin_data.payments WHERE network = 'simulated' AND state = 'final')::int AS open`,
      );
      return row?.open === 0;
    });
    const rows = await this.sql<{ id: string }>(
      `SELECT i.id FROM florin_data.payment_intents i WHERE i.status <> 'succeeded' AND EXISTS (
         SELECT FROM florin_data.payments p WHERE p.merchant_id = i.merchant_id AND p.livemode = i.livemode
           AND p.intent_id = i.id)`,
    );
    this.lab.check(rows.length === 0, `${rows.length} paid intents have not succeeded, such as ${rows[0]?.id}`);
  }
}

async function startCluster(lab: Lab, options: RigOptions['cluster']): Promise<PostgresCluster> {
  const settings = [...SETTINGS, ...(options?.settings ?? [])];
  const cluster = await createCluster({ folder: lab.folder, ...options, settings });
  lab.cleanUp.add(() => cluster.kill());
  await cluster.start();
  return cluster;
}
