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

/** The server came back on another port than the one a url of this process names. */
export class PortChanged extends Error {}

/** Longer than a start may take, since another process may be at it when this one arrives. */
const patienceMs = 90_000;
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

/** Becomes a member of the cluster's server, starting it where it does not run. */
export async function enterCluster(cluster: Cluster, attempt: Attempt): Promise<Entry> {
  const own: { pid?: number } = {};
  try {
    return await tryToEnter(cluster, attempt, own);
  } catch (error) {
    // Without a member nobody would ever stop what this call has started.
    if (own.pid !== undefined) await stopPostmaster(cluster, own.pid);
    throw error;
  }
}

/**
 * Servers come and go while this looks on (one starts, another's last member leaves), so it goes round until it holds
 * a membership that lasts. The number of the server that it has started is in `own`.
 */
async function tryToEnter(cluster: Cluster, attempt: Attempt, own: { pid?: number }): Promise<Entry> {
  const begun = Date.now();
  let spoke = false;
  let startPauseMs = shortestPauseMs;
  for (;;) {
    let reason = 'another process is starting it';
    let pauseMs = shortestPauseMs;
    const sight = await observePostmaster(cluster.folder);
    // What this call has started it must also join, or there would be nobody to stop it.
    if (sight.state !== 'running' || sight.pid !== own.pid) attempt.signal?.throwIfAborted();
    if (sight.state === 'running') {
      const { pid, port, status } = sight;
      if (attempt.port !== undefined && port !== undefined && port !== attempt.port) {
        throw new PortChanged(
          `The embedded PostgreSQL now runs on port ${port}, but this process began with port ${attempt.port} and ` +
            'cannot change. Restart it.',
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
    if (Date.now() - begun > patienceMs) {
      throw await explainFailure(
        cluster,
        `The embedded PostgreSQL in ${cluster.folder} could not be joined within ${patienceMs / 1000} seconds: ` +
          `${reason}.`,
      );
    }
    if (!spoke && Date.now() - begun > slowAfterMs) {
      spoke = true;
      cluster.say(`Waiting for the embedded PostgreSQL: ${reason} …`);
    }
    await pause(pauseMs, undefined, { ref: attempt.ref });
  }
}
