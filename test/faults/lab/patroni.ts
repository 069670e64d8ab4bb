import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSql } from '../../support/databases.ts';
import { findDebianPostgres, freePort, postgresAccount } from '../../support/external-postgres.ts';
import { childrenOf } from '../../support/postgres-cluster.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { Lab } from './lab.ts';

/** How fast Patroni notices that a primary is gone: it must have been silent for `ttl` seconds. */
const PACE = { ttl: 20, loop_wait: 5, retry_timeout: 5 };
const ANSWER_MS_MAX = 5_000;

interface Node {
  name: string;
  port: number;
  /** Where its agent answers. */
  apiPort: number;
  data: string;
  agent: ChildProcess | undefined;
}

/** Two PostgreSQL servers under Patroni with synchronous replication, etcd, and HAProxy, which leads to the primary. */
export class Patroni {
  readonly #folder: string;
  readonly #etcdPort: number;
  readonly #nodes: readonly Node[];
  readonly #proxyPort: number;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string, ports: readonly number[]) {
    const [etcdPort = 0, proxyPort = 0, ...rest] = ports;
    this.#folder = folder;
    this.#etcdPort = etcdPort;
    this.#proxyPort = proxyPort;
    this.#nodes = ['n1', 'n2'].map((name, index) => ({
      name,
      port: rest[2 * index] ?? 0,
      apiPort: rest[2 * index + 1] ?? 0,
      data: join(folder, name),
      agent: undefined,
    }));
  }

  static async start(lab: Lab): Promise<Patroni> {
    const folder = join(lab.folder, 'patroni');
    mkdirSync(folder);
    const account = postgresAccount();
    if (account) for (const path of [lab.folder, folder]) chownSync(path, account.uid, account.gid);
    const ports: number[] = [];
    while (ports.length < 7) ports.push(await freePort());
    const patroni = new Patroni(folder, ports);
    lab.cleanUp.add(() => patroni.#stop());
    await patroni.#startAll(ports[6] ?? 0);
    return patroni;
  }

  /** Through HAProxy, which asks the agents which server is the primary. */
  get proxyUrl(): string {
    return `postgres://postgres@127.0.0.1:${this.#proxyPort}/postgres`;
  }

  /** Of both servers. */
  get hosts(): string[] {
    return this.#nodes.map(({ port }) => `127.0.0.1:${port}`);
  }

  /** Ends the primary and its agent at once, as the loss of a machine does. */
  async killPrimary(): Promise<void> {
    const primary = await this.#find('primary');
    primary.agent?.kill('SIGKILL');
    this.#signal(primary, 'SIGKILL');
  }

  /** Makes the standby the primary, in good order. Resolves when Patroni says that it is done. */
  async switchOver(): Promise<void> {
    const [leader, candidate] = [await this.#find('primary'), await this.#find('sync')];
    const answer = await fetch(`http://127.0.0.1:${leader.apiPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
    });
    if (answer.status !== 200) throw new Error(`The switchover failed: ${await answer.text()}`);
  }

  /** Stops the synchronous standby with its agent, without ending it. Returns what lets it continue. */
  async freezeStandby(): Promise<() => void> {
    const standby = await this.#find('sync');
    this.#signal(standby, 'SIGSTOP');
    standby.agent?.kill('SIGSTOP');
    return () => {
      this.#signal(standby, 'SIGCONT');
      standby.agent?.kill('SIGCONT');
    };
  }

  /** Resolves once there is a primary with a synchronous standby. */
  async untilComplete(): Promise<void> {
    for (const role of ['primary', 'sync'] as const) await this.#find(role);
  }

  #find(role: 'primary' | 'sync'): Promise<Node> {
    return waitUntil(`Patroni has a server with the role ${role}`, async () => {
      for (const node of this.#nodes) if ((await ask(node, role)) === 200) return node;
      return undefined;
    });
  }

  async #startAll(peerPort: number): Promise<void> {
    const etcdUrl = `http://127.0.0.1:${this.#etcdPort}`;
    const peerUrl = `http://127.0.0.1:${peerPort}`;
    const etcd = ['--name', 'e1', '--data-dir', join(this.#folder, 'etcd'), '--listen-client-urls', etcdUrl];
    etcd.push('--advertise-client-urls', etcdUrl, '--listen-peer-urls', peerUrl);
    etcd.push('--initial-advertise-peer-urls', peerUrl, '--initial-cluster', `e1=${peerUrl}`);
    this.#spawn('etcd', etcd);
    await waitUntil('etcd answers', () =>
      fetch(`${etcdUrl}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    // It takes every server for a primary at first, and knows better by the time they run.
    const proxyFile = join(this.#folder, 'haproxy.cfg');
    writeFileSync(proxyFile, this.#proxyConfig());
    this.#spawn('haproxy', ['-f', proxyFile]);
    for (const node of this.#nodes) {
      const file = join(this.#folder, `${node.name}.yml`);
      writeFileSync(file, JSON.stringify(this.#configOf(node)));
      node.agent = this.#spawn('patroni', [file], node.name);
      await this.#find(node === this.#nodes[0] ? 'primary' : 'sync');
    }
    await waitUntil('HAProxy leads to the primary', () =>
      runSql(this.proxyUrl, 'SELECT 1').then(
        () => true,
        () => false,
      ),
    );
  }

  #configOf(node: Node): object {
    const access = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'];
    const parameters = { max_connections: 200, wal_log_hints: 'on', unix_socket_directories: this.#folder };
    return {
      scope: 'florin',
      name: node.name,
      restapi: { listen: `127.0.0.1:${node.apiPort}`, connect_address: `127.0.0.1:${node.apiPort}` },
      etcd3: { hosts: `127.0.0.1:${this.#etcdPort}` },
      bootstrap: {
        dcs: { ...PACE, synchronous_mode: true, postgresql: { use_pg_rewind: true, parameters } },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
        pg_hba: access,
      },
      postgresql: {
        listen: `127.0.0.1:${node.port}`,
        connect_address: `127.0.0.1:${node.port}`,
        data_dir: node.data,
        bin_dir: findDebianPostgres(),
        pgpass: join(this.#folder, `${node.name}.pgpass`),
        authentication: {
          superuser: { username: 'postgres' },
          replication: { username: 'replicator' },
          rewind: { username: 'postgres' },
        },
        parameters,
      },
    };
  }

  #proxyConfig(): string {
    const servers = this.#nodes.map(
      ({ name, port, apiPort }) => `  server ${name} 127.0.0.1:${port} check port ${apiPort}`,
    );
    return `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${this.#proxyPort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
  }

  #spawn(program: string, args: string[], name = program): ChildProcess {
    const log = openSync(join(this.#folder, `${name}.log`), 'a');
    // etcd asks for it on arm64.
    const env = { ...process.env, ETCD_UNSUPPORTED_ARCH: process.arch };
    const child = spawn(program, args, { ...postgresAccount(), cwd: this.#folder, env, stdio: ['ignore', log, log] });
    closeSync(log);
    child.on('error', () => undefined);
    this.#children.push(child);
    return child;
  }

  /** To every process of a server. */
  #signal({ data }: Node, signal: NodeJS.Signals): void {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    for (const one of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(one, signal);
      } catch {
        // It has ended in the meantime.
      }
    }
  }

  async #stop(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    for (const node of this.#nodes) {
      try {
        this.#signal(node, 'SIGKILL');
      } catch {
        // It was never started, or has ended in good order.
      }
    }
  }
}

/** 200 if the server has the role. */
const ask = ({ apiPort }: Node, role: string): Promise<number | undefined> =>
  fetch(`http://127.0.0.1:${apiPort}/${role}`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) }).then(
    ({ status }) => status,
    () => undefined,
  );
