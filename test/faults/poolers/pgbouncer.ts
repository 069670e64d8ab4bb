import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, closeSync, copyFileSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort, postgresAccount } from '../../support/external-postgres.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { Lab } from '../lab/lab.ts';

/** For each database: fewer than a process opens, so that they really are shared. */
export const SERVER_CONNECTIONS_MAX = 6;
/** Tests use many databases, one after the other. */
const IDLE_SECONDS_MAX = 5;

const IGNORED =
  'ignore_startup_parameters = options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout\n';

/** PgBouncer in transaction mode, in front of one server. */
export class Pgbouncer {
  readonly #program: string;
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | undefined;

  private constructor(program: string, folder: string, port: number) {
    this.#program = program;
    this.#folder = folder;
    this.#port = port;
  }

  /** By default it refuses connections with settings. With `ignores`, it says nothing and drops them. */
  static async start(
    lab: Pick<Lab, 'folder' | 'cleanUp'>,
    built: string,
    serverUrl: string,
    ignores: boolean,
  ): Promise<Pgbouncer> {
    const folder = join(lab.folder, 'pgbouncer');
    mkdirSync(folder);
    // Its account may not enter the folder in which it was built.
    const program = join(folder, 'pgbouncer');
    copyFileSync(built, program);
    chmodSync(program, 0o755);
    const pgbouncer = new Pgbouncer(program, folder, await freePort());
    const { hostname, port, username, password } = new URL(serverUrl);
    writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pgbouncer.#port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = ${SERVER_CONNECTIONS_MAX}
max_client_conn = 2000
server_idle_timeout = ${IDLE_SECONDS_MAX}
${ignores ? IGNORED : ''}`,
    );
    const account = postgresAccount();
    if (account) for (const path of [lab.folder, folder]) chownSync(path, account.uid, account.gid);
    lab.cleanUp.add(() => pgbouncer.kill());
    await pgbouncer.start(serverUrl);
    return pgbouncer;
  }

  /** The URL of a database through it. */
  urlOf(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.port = String(this.#port);
    return url.href;
  }

  async start(databaseUrl: string): Promise<void> {
    const log = openSync(join(this.#folder, 'pgbouncer.log'), 'a');
    this.#child = spawn(this.#program, [join(this.#folder, 'pgbouncer.ini')], {
      ...postgresAccount(),
      cwd: this.#folder,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await waitUntil('PgBouncer answers', () => this.ask(databaseUrl, 'SELECT 1').catch(() => undefined));
  }

  /** Runs a statement through it. */
  async ask<Row extends object>(databaseUrl: string, text: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.urlOf(databaseUrl) });
    await client.connect();
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  }
}
