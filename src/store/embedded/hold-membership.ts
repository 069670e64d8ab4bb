import { setTimeout as pause } from 'node:timers/promises';
import { closeMember, type Member } from './become-member.ts';
import { enterCluster, PortChanged } from './enter-cluster.ts';
import type { Cluster } from './open-cluster.ts';
import { releaseMembership } from './release-membership.ts';
import { returnToServer } from './return-to-server.ts';
import { stopPostmaster } from './stop-postmaster.ts';

const slowAfterMs = 3_000;
const shortestBackOffMs = 100;
const longestBackOffMs = 2_000;

const late = Symbol('late');

/** The result of work that may take no longer than this. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof late> {
  const timer = new AbortController();
  const end = pause<typeof late>(ms, late, { signal: timer.signal }).catch((): typeof late => late);
  try {
    return await Promise.race([work, end]);
  } finally {
    timer.abort();
  }
}

/**
 * Keeps a membership for as long as the process wants it: where the connection is lost it is made anew, and where
 * the server died it is started again on the same port, so that the url stays good. Returns the way out, on
 * which a server that does not answer is waited for.
 */
export function holdMembership(cluster: Cluster, first: Member, answerPatienceMs: number): () => Promise<void> {
  const { port } = first;
  const leaving = new AbortController();
  const givingUp = new AbortController();
  let member: Member | undefined;
  let restoring: Promise<void> | undefined;
  let canReturn = true;
  let departure: Promise<void> | undefined;

  function keep(held: Member): void {
    member = held;
    held.socket.unref();
    void watch(held);
  }

  async function watch(held: Member): Promise<void> {
    await held.gone;
    member = undefined;
    if (!leaving.signal.aborted) restoring = restore();
  }

  async function restore(): Promise<void> {
    let backOffMs = shortestBackOffMs;
    let lastSaid: string | undefined;
    const say = (line: string) => {
      if (line !== lastSaid) cluster.say(line);
      lastSaid = line;
    };
    while (!leaving.signal.aborted) {
      try {
        const entry = await enterCluster(cluster, { port, ref: false, signal: leaving.signal });
        if (givingUp.signal.aborted) {
          closeMember(entry.member);
          return;
        }
        keep(entry.member);
        if (entry.started) say(`The embedded PostgreSQL had ended; it was started again on port ${port}.`);
        return;
      } catch (error) {
        if (leaving.signal.aborted) return;
        say(error instanceof Error ? error.message : String(error));
        canReturn = !(error instanceof PortChanged);
        if (!canReturn) return;
      }
      await pause(backOffMs, undefined, { ref: false, signal: leaving.signal }).catch(() => {});
      backOffMs = Math.min(backOffMs * 2, longestBackOffMs);
    }
  }

  /** Gives up the membership; returns the connection that holds the server's exclusive lock, if this was the last. */
  async function release(): Promise<Member | undefined> {
    await restoring;
    while (!givingUp.signal.aborted) {
      const held = member ?? (canReturn ? await returnToServer(cluster, port, givingUp.signal) : undefined);
      if (!held) return undefined;
      held.socket.ref();
      try {
        const isLast = await releaseMembership(held);
        if (isLast && !givingUp.signal.aborted) return held;
        closeMember(held);
        return undefined;
      } catch {
        // A lost connection does not tell whether others use the server, so that is asked over a new one.
        closeMember(held);
        member = undefined;
      }
    }
    return undefined;
  }

  async function leave(): Promise<void> {
    leaving.abort();
    const slow = setTimeout(() => cluster.say('Waiting for the embedded PostgreSQL to answer …'), slowAfterMs);
    const last = await within(answerPatienceMs, release());
    clearTimeout(slow);
    if (last === late) {
      givingUp.abort();
      cluster.say(
        `The embedded PostgreSQL in ${cluster.folder} did not answer within ${answerPatienceMs / 1_000} seconds and ` +
          'was left running. The next process that joins and leaves it stops it.',
      );
    } else if (last) {
      await stopPostmaster(cluster, last.pid);
      closeMember(last);
    }
  }

  keep(first);
  return () => {
    departure ??= leave();
    return departure;
  };
}
