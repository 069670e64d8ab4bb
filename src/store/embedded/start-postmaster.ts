import { type ChildProcess, spawn } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { choosePort } from './choose-port.ts';
import { disownPidFile } from './disown-pid-file.ts';
import { explainFailure } from './explain-failure.ts';
import { limitProcess } from './limit-process.ts';
import { observePostmaster } from './observe-postmaster.ts';
import type { Cluster } from './open-cluster.ts';
import { openLog } from './open-log.ts';
import { readLogFrom } from './read-log-from.ts';

/** The limits of an attempt to start the server. */
export interface Attempt {
  /** The port that must be used, because URLs with it are in use. */
  port: number | undefined;
  ref: boolean;
  signal: AbortSignal | undefined;
}

type Outcome = { state: 'ready'; pid: number } | { state: 'again'; reason: string };

const startTimeoutMs = 60_000;
const slowAfterMs = 2_000;
const portAttempts = 10;

/** Passed on the command line, so that neither postgresql.conf nor ALTER SYSTEM can override them. */
const mandatory = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'restart_after_crash=on',
  'log_destination=stderr',
  'logging_collector=off',
  'log_line_prefix=%m [%p] ',
  // Failed statements are reported to their client. In the log, they would only fill the disk.
  'log_min_messages=log',
  'log_checkpoints=off',
];

function launch(cluster: Cluster, port: number, log: FileHandle): ChildProcess {
  const { binaries, folder, user } = cluster;
  const settings = mandatory.flatMap((setting) => ['-c', setting]);
  const options = { ...limitProcess(user), cwd: folder, detached: true, windowsHide: true };
  const child =
    process.platform === 'win32'
      ? // postgres.exe does not run as administrator, and only pg_ctl drops those rights. No test covers this branch.
        spawn(
          binaries.pgCtl,
          [
            'start',
            '-w',
            '-D',
            folder,
            '-l',
            cluster.logFile,
            '-o',
            [`-p ${port}`, ...settings.map((part) => `"${part}"`)].join(' '),
          ],
          { ...options, stdio: 'ignore' },
        )
      : // A separate session protects the server from signals to the terminal and to Florin's process group.
        spawn(binaries.postgres, ['-D', folder, '-p', String(port), ...settings], {
          ...options,
          stdio: ['ignore', log.fd, log.fd],
        });
  child.unref();
  return child;
}

/** Returns the process ID of the ready postmaster, or how it ended. */
async function awaitReady(cluster: Cluster, child: ChildProcess, attempt: Attempt): Promise<number | string> {
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code, signal) => {
    if (process.platform !== 'win32' || code !== 0) failure = signal ? `ended by ${signal}` : `exit code ${code}`;
  });
  const startedAtMs = Date.now();
  let reported = false;
  let stopRequested = false;
  while (Date.now() - startedAtMs < startTimeoutMs) {
    const observed = await observePostmaster(cluster.folder);
    const isOurs = observed.state === 'running' && (observed.pid === child.pid || process.platform === 'win32');
    if (isOurs && observed.status === 'ready') return observed.pid;
    if (failure !== undefined) return failure;
    if (attempt.signal?.aborted && !stopRequested) {
      // A server that was never ready has no members, so nobody would stop it later.
      stopRequested = true;
      child.kill('SIGINT');
    }
    if (!reported && Date.now() - startedAtMs > slowAfterMs) {
      reported = true;
      cluster.log(
        'The embedded PostgreSQL is still starting. After an unclean shutdown, it replays its log first. ' +
          `Florin waits up to ${startTimeoutMs / 1000} seconds …`,
      );
    }
    await pause(20, undefined, { ref: attempt.ref || stopRequested });
  }
  throw await explainFailure(
    cluster,
    `The embedded PostgreSQL in ${cluster.folder} was not ready after ${startTimeoutMs / 1000} seconds. It is still ` +
      'running and may be replaying its log. Start Florin again later to join it.',
  );
}

/**
 * Starts the postmaster of a cluster and waits until it accepts connections. The caller holds the lock of the data folder,
 * so only one process handles a stale postmaster.pid. PostgreSQL ensures that no second postmaster runs on the folder.
 */
export async function startPostmaster(cluster: Cluster, attempt: Attempt): Promise<Outcome> {
  const { folder } = cluster;
  const observed = await observePostmaster(folder);
  if (observed.state === 'running') return { state: 'again', reason: 'another process started it' };
  if (observed.state === 'unclear') return { state: 'again', reason: 'postmaster.pid is empty' };
  if (observed.state === 'stale') await disownPidFile(folder, observed.text, cluster.user);
  const log = await openLog(cluster);
  try {
    for (let count = 0; count < portAttempts; count += 1) {
      const port = attempt.port ?? (await choosePort(folder));
      const { size } = await log.stat();
      const ready = await awaitReady(cluster, launch(cluster, port, log), attempt);
      if (typeof ready === 'number') return { state: 'ready', pid: ready };
      attempt.signal?.throwIfAborted();
      const written = await readLogFrom(log, size);
      // The processes of a killed server need a moment to notice, and hold the shared memory until then.
      const obstacle = /lock file "postmaster\.pid" [^\n]*|pre-existing shared memory block[^\n]*/.exec(written)?.[0];
      if (obstacle !== undefined) return { state: 'again', reason: obstacle };
      if (!/could not bind IPv4 address|could not create any TCP\/IP sockets/.test(written)) {
        throw await explainFailure(cluster, `The embedded PostgreSQL in ${folder} did not start (${ready}).`, written);
      }
      if (attempt.port !== undefined) {
        throw new Error(
          `The embedded PostgreSQL cannot restart, because another program uses its port ${port}. ` +
            'Stop that program, or restart Florin to use another port.',
        );
      }
    }
    throw await explainFailure(cluster, `The embedded PostgreSQL found no free port in ${portAttempts} attempts.`);
  } finally {
    await log.close();
  }
}
