import { DatabaseError, Pool, type PoolClient, type QueryResultRow } from 'pg';
import { Problem } from '../../domain/errors.ts';
import { UserError } from '../../domain/user-error.ts';
import { isBehindPooler, isSettingRefused } from './detect-pooler.ts';
import { Outage } from './outage.ts';
import { PrimaryClient } from './primary-client.ts';
import { type Prepared, runStatement } from './run-statement.ts';
import { type Servers, serversOf } from './servers.ts';

export const POSTGRES_VERSION_MIN = 14;
const CONNECT_MS_MAX = 1_500;
/** Routers forget connections that carry nothing for some minutes. */
const KEEP_ALIVE_MS = 30_000;

/** Prepared, because it runs often. */
export interface Statement extends Prepared {
  name: string;
}

/** The connections of a pool, and how many callers wait for one. */
export interface PoolCounts {
  total: number;
  idle: number;
  waiting: number;
}

export interface DatabaseOptions {
  url: string;
  connectionsMax: number;
  /** Kept open while idle: to open a connection and plan its statements takes longer than to serve a request. */
  connectionsMin?: number;
  applicationName: string;
  lockTimeoutMs?: number;
  /** How long to wait for a connection. Tests wait longer, because a busy machine is not what they test. */
  connectMsMax?: number | undefined;
  /** Shared by all pools to the same server. */
  outage?: Outage;
  /** Off for what may be lost if the server crashes: a commit then does not wait for the disk. */
  synchronousCommit?: 'on' | 'off';
  /**
   * Off for queues: the planner knows how full they were, not how full they are, and a plan that sorts reads all of what
   * waits. Without it, plans follow the index that has the wanted order.
   */
  sort?: 'on' | 'off';
  /** Off for the same reason: such a join reads all of a table that was small when the statement was prepared. */
  hashJoins?: 'on' | 'off';
  /**
   * Prepares the statements of transactions once per connection, for work that repeats the same few of them: planning a
   * statement on partitioned tables takes longer than running it for some rows.
   */
  prepares?: boolean;
}

/**
 * A connection pool to the PostgreSQL server of a URL that takes writes. All timeouts together stay below
 * `LIMITS.databaseAnswerMsMax`, so a request fails in time if the database is unavailable.
 */
export class Database {
  readonly pool: Pool;
  readonly servers: Servers;
  readonly #outage: Outage;
  readonly #openedAtMs = new WeakMap<PoolClient, number>();
  readonly #prepares: boolean;
  /** Of every transaction behind a pooler, and of every connection otherwise. */
  readonly #settings: Readonly<Record<string, string | number>>;
  /** The names of prepared statements, by their texts. */
  readonly #names = new Map<string, string>();

  constructor(options: DatabaseOptions) {
    this.servers = serversOf(options.url);
    const [timeouts, settings] = [timeoutsOf(options), settingsOf(options)];
    this.#settings = { ...timeouts, ...settings };
    this.pool = new Pool({
      connectionString: options.url,
      max: options.connectionsMax,
      min: options.connectionsMin ?? 0,
      application_name: options.applicationName,
      connectionTimeoutMillis: options.connectMsMax ?? CONNECT_MS_MAX,
      query_timeout: 2_800,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...timeouts,
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
      Client: PrimaryClient,
    });
    this.#outage = options.outage ?? new Outage();
    this.#prepares = options.prepares ?? false;
    // A broken connection is replaced with the next query. Without these listeners, its error would end the process.
    this.pool.on('error', () => this.servers.doubt());
    this.pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.#openedAtMs.set(client, performance.now());
    });
  }

  get counts(): PoolCounts {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.pool;
    return { total, idle, waiting };
  }

  async query<Row extends QueryResultRow>(statement: Statement): Promise<Row[]> {
    const client = await this.#connect();
    if (this.servers.isPooled) return this.#transact(client, (run) => run<Row>(statement));
    try {
      const rows = await runStatement<Row>(client, statement, this.servers.isPooled);
      client.release();
      return rows;
    } catch (error) {
      // A connection with an outstanding response cannot be reused.
      client.release(this.#noteOutage(error));
      throw asProblem(error);
    }
  }

  /** Runs the steps in one transaction and rolls back if one of them throws. */
  async transaction<Result>(steps: (run: Run) => Promise<Result>): Promise<Result> {
    return this.#transact(await this.#connect(), (run) =>
      steps((text, values = []) => run(this.#prepare(text, values))),
    );
  }

  async #transact<Result>(client: PoolClient, steps: (run: RunOn) => Promise<Result>): Promise<Result> {
    let broken = false;
    let failure: unknown;
    const run: RunOn = async <Row extends QueryResultRow>(statement: Prepared) => {
      try {
        return await runStatement<Row>(client, statement, this.servers.isPooled);
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    try {
      await run({ text: this.servers.isPooled ? `BEGIN; ${setLocal(this.#settings)}` : 'BEGIN', values: [] });
      const result = await steps(run);
      await run({ text: 'COMMIT', values: [] });
      return result;
    } catch (error) {
      // An error thrown by a step says nothing about the database.
      if (error !== failure) {
        broken = !(await rolledBack(client));
        throw error;
      }
      broken = this.#noteOutage(error) || !(await rolledBack(client));
      throw asProblem(error);
    } finally {
      client.release(broken);
    }
  }

  /** A statement without values runs too seldom, or costs nothing to plan. */
  #prepare(text: string, values: unknown[]): Prepared {
    if (!this.#prepares || values.length === 0) return { text, values };
    const name = this.#names.get(text) ?? `in-transaction-${this.#names.size}`;
    this.#names.set(text, name);
    return { name, text, values };
  }

  #noteOutage(error: unknown): boolean {
    const away = isAway(error);
    if (away) {
      this.#outage.note();
      this.servers.doubt();
    }
    return away;
  }

  /** Any connection failure, including a wrong password, means that the database is unavailable. */
  async #connect(): Promise<PoolClient> {
    try {
      for (;;) {
        const client = await this.pool.connect();
        if (!this.#outage.isOlder(this.#openedAtMs.get(client) ?? 0)) {
          if (this.servers.isPooled === undefined) await this.#lookForPooler(client);
          return client;
        }
        client.release(true);
      }
    } catch (error) {
      if (this.servers.isPooled === undefined && isSettingRefused(error)) {
        this.servers.isPooled = true;
        return this.#connect();
      }
      throw databaseAway(error);
    }
  }

  async #lookForPooler(client: PoolClient): Promise<void> {
    try {
      this.servers.isPooled = await isBehindPooler(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async checkVersion(): Promise<void> {
    const [row] = await this.query<{ number: number }>({
      name: 'server-version',
      text: `SELECT current_setting('server_version_num')::int AS number`,
      values: [],
    });
    const major = Math.floor((row?.number ?? 0) / 10_000);
    if (major < POSTGRES_VERSION_MIN) {
      throw new UserError(`PostgreSQL ${major} is too old. Florin needs version ${POSTGRES_VERSION_MIN} or newer.`);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

const timeoutsOf = ({ lockTimeoutMs = 1_000 }: DatabaseOptions) => ({
  statement_timeout: 2_600,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: 10_000,
});

/**
 * Compiling a statement takes longer than running any of ours. Before PostgreSQL 18, it happens whenever a plan has to sort
 * although sorting is off, because that makes the plan look expensive.
 */
const settingsOf = (options: DatabaseOptions) => ({
  timezone: 'UTC',
  jit: 'off',
  synchronous_commit: options.synchronousCommit ?? 'on',
  enable_sort: options.sort ?? 'on',
  enable_hashjoin: options.hashJoins ?? 'on',
});

const setLocal = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
    .join('; ');

const rolledBack = (client: PoolClient): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  );

type RunOn = <Row extends QueryResultRow>(statement: Prepared) => Promise<Row[]>;

export type Run = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

const postgresErrorOf = (error: unknown): DatabaseError | undefined => {
  if (error instanceof Problem) return postgresErrorOf(error.cause);
  return error instanceof DatabaseError ? error : undefined;
};

/** PostgreSQL's five-character code of an error, or of the cause of a problem; undefined if it is not from PostgreSQL. */
export const sqlState = (error: unknown): string | undefined => postgresErrorOf(error)?.code;

/** What PostgreSQL was doing when the error occurred. */
export const contextOf = (error: unknown): string => postgresErrorOf(error)?.where ?? '';

/**
 * SQLSTATE classes for errors of the server: connection lost, too many connections, shutting down, disk full, timeout, and
 * a server or a file system that takes no writes, which PostgreSQL reports as a missing privilege. All others are about the
 * statement or its data.
 */
const AWAY = /^(08|53|57|58|25P0[34]|25006|42501)/;

export function isAway(error: unknown): boolean {
  const state = sqlState(error);
  // Errors without an SQLSTATE come from the socket or from the driver's timeouts.
  return state === undefined ? !(error instanceof Problem || error instanceof UserError) : AWAY.test(state);
}

/** Lock timeout, deadlock and serialization failure. Nothing was written, and a retry helps. */
const BUSY = new Set(['55P03', '40P01', '40001']);

/** The fence of a store that a merchant is leaving or has left. */
const MOVED = 'FLMOV';

/** Whether a write came to a store that a merchant is leaving or has left. Nothing was written, and a retry helps. */
export const isMoved = (error: unknown): boolean => sqlState(error) === MOVED;

const unavailable = (why: string, cause: unknown): Problem =>
  new Problem('unavailable', `${why} Try again in a moment.`, { headers: { 'retry-after': '1' }, cause });

function asProblem(error: unknown): unknown {
  if (isMoved(error)) return unavailable('The data of this merchant is being moved.', error);
  if (BUSY.has(sqlState(error) ?? '')) {
    return unavailable('Too many concurrent requests for the same data.', error);
  }
  return isAway(error) ? databaseAway(error) : error;
}

export const databaseAway = (cause: unknown): Problem => unavailable('The database is temporarily unavailable.', cause);
