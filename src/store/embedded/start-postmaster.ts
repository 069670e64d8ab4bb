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

/** How an attempt may be bounded: by the caller's patience, and by whether it may keep the process alive. */
export interface Attempt {
  /** The port that must be used, because a url with it is already in use. */
  port: number | undefined;
  ref: boolean;
  signal: AbortSignal | undefined;
}

type Outcome = { state: 'ready'; pid: number } | { state: 'again'; reason: string };

const startPatienceMs = 60_000;
const slowAfterMs = 2_000;
const portAttempts = 10;

/** Given on the command line, where neither postgresql.conf nor ALTER SYSTEM can take them back. */
const binding = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'restart_after_crash=on',
  'log_destination=stderr',
  'logging_collector=off',
  'log_line_prefix=%m [%p] ',
  // Failed statements are reported to their client; here they would only fill the disk.
  'log_min_messages=log',
  'log_checkpoints=off',
];

function launch(cluster: Cluster, port: number, log: FileHandle): ChildProcess {
  const { binaries, folder, user } = cluster;
  const settings = binding.flatMap((setting) => ['-c', setting]);
  const options = { ...limitProcess(user), cwd: folder, detached: true, windowsHide: true };
  const child =
    process.platform === 'win32'
      ? // postgres.exe refuses administrators, and only pg_ctl sheds their rights. No test has run this branch.
        spawn(
          binaries.pgCtl,
          [
            'start',
            '-w',
            '-D',
            folder,
            '-l',
            cluster.log,
            '-o',
            [`-p ${port}`, ...settings.map((part) => `"${part}"`)].join(' '),
          ],
          { ...options, stdio: 'ignore' },
        )
      : // A session of its own keeps the signals of the terminal, and of Florin's process group, from the server.
        spawn(binaries.postgres, ['-D', folder, '-p', String(port), ...settings], {
          ...options,
          stdio: ['ignore', log.fd, log.fd],
        });
  child.unref();
  return child;
}

/** Returns the number of the ready postmaster, or how it ended instead. */
async function awaitReady(cluster: Cluster, child: ChildProcess, attempt: Attempt): Promise<number | string> {
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code, signal) => {
    if (process.platform !== 'win32' || code !== 0) failure = signal ? `ended by ${signal}` : `exit code ${code}`;
  });
  const begun = Date.now();
  let spoke = false;
  let toldToStop = false;
  while (Date.now() - begun < startPatienceMs) {
    const sight = await observePostmaster(cluster.folder);
    const isOurs = sight.state === 'running' && (sight.pid === child.pid || process.platform === 'win32');
    if (isOurs && sight.status === 'ready') return sight.pid;
    if (failure !== undefined) return failure;
    if (attempt.signal?.aborted && !toldToStop) {
      // Nobody can be a member of a server that was never ready, so nobody would stop it later.
      toldToStop = true;
      child.kill('SIGINT');
    }
    if (!spoke && Date.now() - begun > slowAfterMs) {
      spoke = true;
      cluster.say(
        'The embedded PostgreSQL is still starting; after an unclean stop it replays its log first, ' +
          `for which it gets ${startPatienceMs / 1000} seconds …`,
      );
    }
    await pause(20, undefined, { ref: attempt.ref || toldToStop });
  }
  throw await explainFailure(
    cluster,
    `The embedded PostgreSQL in ${cluster.folder} was not ready after ${startPatienceMs / 1000} seconds. It was left ` +
      'running and may be replaying its log still; starting Florin again later joins it.',
  );
}

/**
 * Starts the postmaster of a cluster and waits until it accepts connections. The caller holds the lock of the data
 * folder, so that a stale postmaster.pid is dealt with by one process only; that no second postmaster runs on the
 * folder is ensured by PostgreSQL itself.
 */
export async function startPostmaster(cluster: Cluster, attempt: Attempt): Promise<Outcome> {
  const { folder } = cluster;
  const sight = await observePostmaster(folder);
  if (sight.state === 'running') return { state: 'again', reason: 'another process started it' };
  if (sight.state === 'unclear') return { state: 'again', reason: 'postmaster.pid is empty' };
  if (sight.state === 'stale') await disownPidFile(folder, sight.text, cluster.user);
  const log = await openLog(cluster);
  try {
    for (let count = 0; count < portAttempts; count += 1) {
      const port = attempt.port ?? (await choosePort(folder));
      const { size } = await log.stat();
      const ready = await awaitReady(cluster, launch(cluster, port, log), attempt);
      if (typeof ready === 'number') return { state: 'ready', pid: ready };
      attempt.signal?.throwIfAborted();
      const written = await readLogFrom(log, size);
      // The processes of a server that was killed need a moment to notice, and hold the shared memory until then.
      const obstacle = /lock file "postmaster\.pid" [^\n]*|pre-existing shared memory block[^\n]*/.exec(written)?.[0];
      if (obstacle !== undefined) return { state: 'again', reason: obstacle };
      if (!/could not bind IPv4 address|could not create any TCP\/IP sockets/.test(written)) {
        throw await explainFailure(cluster, `The embedded PostgreSQL in ${folder} did not start (${ready}).`, written);
      }
      if (attempt.port !== undefined) {
        throw new Error(
          `The embedded PostgreSQL cannot be brought back, because another program took its port ${port}. ` +
            'End that program, or restart Florin to let it choose another port.',
        );
      }
    }
    throw await explainFailure(cluster, `The embedded PostgreSQL found no free port in ${portAttempts} attempts.`);
  } finally {
    await log.close();
  }
}
