import { setTimeout as pause } from 'node:timers/promises';
import { becomeMember, type Member } from './become-member.ts';
import { explainFailure } from './explain-failure.ts';
import { observePostmaster } from './observe-postmaster.ts';
import type { Cluster } from './open-cluster.ts';
import { type Attempt, startPostmaster } from './start-postmaster.ts';
import { stopPostmaster } from './stop-postmaster.ts';
import { tryLock } from './try-lock.ts';

export interface Entry {
  member: Member;
  /** Whether this call started the postmaster that the member is connected to. */
  started: boolean;
}

/** The server restarted on another port than the one in this process's URLs. */
export class PortChanged extends Error {}

/** Longer than a start may take, because another process may be starting the server. */
const joinTimeoutMs = 90_000;
const slowAfterMs = 3_000;
const shortestPauseMs = 50;
const longestPauseMs = 2_000;

async function startUnderLock(cluster: Cluster, attempt: Attempt) {
  const release = tryLock(cluster.lockFile);
  if (!release) return undefined;
  try {
    return await startPostmaster(cluster, attempt);
  } finally {
    release();
  }
}

/** Becomes a member of the cluster's server, and starts the server if it is not running. */
export async function enterCluster(cluster: Cluster, attempt: Attempt): Promise<Entry> {
  const own: { pid?: number } = {};
  try {
    return await tryToEnter(cluster, attempt, own);
  } catch (error) {
    // Without a member, nobody would stop the server that this call started.
    if (own.pid !== undefined) await stopPostmaster(cluster, own.pid);
    throw error;
  }
}

/**
 * Other processes may start or stop the server at the same time, so this retries until the membership is stable. `own`
 * holds the process id of the server that it started.
 */
async function tryToEnter(cluster: Cluster, attempt: Attempt, own: { pid?: number }): Promise<Entry> {
  const startedAtMs = Date.now();
  let reported = false;
  let startPauseMs = shortestPauseMs;
  for (;;) {
    let reason = 'another process is starting it';
    let pauseMs = shortestPauseMs;
    const observed = await observePostmaster(cluster.folder);
    // A server that this call started must also be joined, or nobody would stop it.
    if (observed.state !== 'running' || observed.pid !== own.pid) attempt.signal?.throwIfAborted();
    if (observed.state === 'running') {
      const { pid, port, status } = observed;
      if (attempt.port !== undefined && port !== undefined && port !== attempt.port) {
        throw new PortChanged(
          `The embedded PostgreSQL now runs on port ${port}, but this process uses port ${attempt.port} and ` +
            'cannot switch. Restart this process.',
        );
      }
      if (port === undefined || status === 'stopping') reason = `its state is "${status}"`;
      else {
        const member = await becomeMember(cluster, pid, port);
        if (typeof member !== 'string') return { member, started: pid === own.pid };
        reason = member;
      }
    } else {
      const outcome = await startUnderLock(cluster, attempt);
      if (outcome?.state === 'ready') {
        own.pid = outcome.pid;
        continue;
      }
      if (outcome) {
        reason = outcome.reason;
        pauseMs = startPauseMs;
        startPauseMs = Math.min(startPauseMs * 2, longestPauseMs);
      }
    }
    if (Date.now() - startedAtMs > joinTimeoutMs) {
      throw await explainFailure(
        cluster,
        `The embedded PostgreSQL in ${cluster.folder} could not be joined within ${joinTimeoutMs / 1000} seconds: ` +
          `${reason}.`,
      );
    }
    if (!reported && Date.now() - startedAtMs > slowAfterMs) {
      reported = true;
      cluster.log(`Waiting for the embedded PostgreSQL: ${reason} …`);
    }
    await pause(pauseMs, undefined, { ref: attempt.ref });
  }
}
