import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { waitUntil } from './wait-until.ts';

export interface Account {
  uid: number;
  gid: number;
}

export interface ClusterOptions {
  /** The folder of PostgreSQL's programs. */
  bin: string;
  port: number;
  /** For the password, the log and the sockets. */
  folder: string;
  /** The account that runs PostgreSQL, if not the current one. */
  account: Account | undefined;
  /** The cluster's own folder. Default: `data` in `folder`. */
  data?: string;
  settings?: readonly string[];
  /** Further options of `initdb`. */
  initOptions?: readonly string[];
  env?: Record<string, string>;
}

/** A private PostgreSQL cluster that a test can stop, freeze, kill and start again. */
export class PostgresCluster {
  readonly url: string;
  readonly #options: ClusterOptions;
  readonly #data: string;
  #server: { child: ChildProcess; exited: Promise<void> } | undefined;

  private constructor(options: ClusterOptions, data: string, password: string) {
    this.#options = options;
    this.#data = data;
    this.url = `postgres://florin:${password}@127.0.0.1:${options.port}/postgres`;
  }

  /** Creates the files of a cluster and does not start it. */
  static create(options: ClusterOptions): PostgresCluster {
    const { bin, folder, account, data = join(folder, 'data'), initOptions = [] } = options;
    const password = randomBytes(16).toString('hex');
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, password);
    if (account) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
    const access = ['-U', 'florin', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    execFileSync(join(bin, 'initdb'), ['-D', data, ...access, '-E', 'UTF8', '--locale=C', ...initOptions], {
      ...account,
      cwd: folder,
      stdio: 'pipe',
    });
    rmSync(passwordFile);
    return new PostgresCluster(options, data, password);
  }

  /** A cluster that follows this one, which is running. It has the same data and password, and is not started. */
  createStandby(options: Omit<ClusterOptions, 'data' | 'initOptions'>): PostgresCluster {
    const { bin, folder, account } = options;
    const data = join(folder, 'data');
    if (account) chownSync(folder, account.uid, account.gid);
    execFileSync(join(bin, 'pg_basebackup'), ['-d', this.url, '-D', data, '-R', '-c', 'fast'], {
      ...account,
      cwd: folder,
      stdio: 'pipe',
    });
    return new PostgresCluster(options, data, new URL(this.url).password);
  }

  /** Starts it and returns its version once it answers. */
  async start(): Promise<string> {
    const { bin, port, folder, account, settings = [], env = {} } = this.#options;
    const all = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings];
    const log = openSync(this.#logFile, 'a');
    chmodSync(this.#logFile, 0o600);
    const child = spawn(join(bin, 'postgres'), ['-D', this.#data, ...all.flatMap((setting) => ['-c', setting])], {
      ...account,
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    this.#server = { child, exited };
    return waitUntil('PostgreSQL answers', () => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`PostgreSQL ended:\n${this.log()}`);
      return this.#readVersion();
    });
  }

  get isRunning(): boolean {
    const child = this.#server?.child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** The server and all processes that it has started, which do not share its process group. */
  processes(): number[] {
    const pid = this.#server?.child.pid;
    if (pid === undefined || !this.isRunning) return [];
    return [pid, ...childrenOf(pid)];
  }

  signal(signal: NodeJS.Signals): void {
    for (const pid of this.processes()) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended in the meantime.
      }
    }
  }

  /** Ends every process at once, as a crash of the machine does, and waits until none is left. */
  async kill(): Promise<void> {
    const pids = this.processes();
    this.signal('SIGKILL');
    await this.#server?.exited;
    await waitUntil('PostgreSQL has ended', () => pids.every((pid) => !existsSync(`/proc/${pid}`)));
  }

  /** Disconnects every client and ends. */
  async stop(): Promise<void> {
    if (this.isRunning) this.#server?.child.kill('SIGINT');
    await this.#server?.exited;
  }

  log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }

  get #logFile(): string {
    return join(this.#options.folder, 'postgres.log');
  }

  async #readVersion(): Promise<string | undefined> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
      return rows[0]?.version;
    } catch {
      return undefined;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Processes whose parent is this one. The name in the file, which is in parentheses, may contain spaces. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 1).split(' ')[2]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}
