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
 * Holds a membership until the process leaves. A lost connection is made again, and a server that died is restarted on
 * the same port, so the URL stays valid. Returns the function to leave, which waits for a server that does not answer.
 */
export function holdMembership(cluster: Cluster, first: Member, answerPatienceMs: number): () => Promise<void> {
  const { port } = first;
  const leaving = new AbortController();
  const givingUp = new AbortController();
  let member: Member | undefined;
  let recovery: Promise<void> | undefined;
  let canRejoin = true;
  let left: Promise<void> | undefined;

  function keep(held: Member): void {
    member = held;
    held.socket.unref();
    void watch(held);
  }

  async function watch(held: Member): Promise<void> {
    await held.gone;
    member = undefined;
    if (!leaving.signal.aborted) recovery = recover();
  }

  async function recover(): Promise<void> {
    let backOffMs = shortestBackOffMs;
    let lastLine: string | undefined;
    const logOnce = (line: string) => {
      if (line !== lastLine) cluster.log(line);
      lastLine = line;
    };
    while (!leaving.signal.aborted) {
      try {
        const entry = await enterCluster(cluster, { port, ref: false, signal: leaving.signal });
        if (givingUp.signal.aborted) {
          closeMember(entry.member);
          return;
        }
        keep(entry.member);
        if (entry.started) logOnce(`The embedded PostgreSQL stopped and was restarted on port ${port}.`);
        return;
      } catch (error) {
        if (leaving.signal.aborted) return;
        logOnce(error instanceof Error ? error.message : String(error));
        canRejoin = !(error instanceof PortChanged);
        if (!canRejoin) return;
      }
      await pause(backOffMs, undefined, { ref: false, signal: leaving.signal }).catch(() => {});
      backOffMs = Math.min(backOffMs * 2, longestBackOffMs);
    }
  }

  /** Ends the membership. Returns the connection that holds the server's exclusive lock if it was the last one. */
  async function release(): Promise<Member | undefined> {
    await recovery;
    while (!givingUp.signal.aborted) {
      const held = member ?? (canRejoin ? await returnToServer(cluster, port, givingUp.signal) : undefined);
      if (!held) return undefined;
      held.socket.ref();
      try {
        const isLast = await releaseMembership(held);
        if (isLast && !givingUp.signal.aborted) return held;
        closeMember(held);
        return undefined;
      } catch {
        // A lost connection cannot tell whether the server has other members, so a new one asks.
        closeMember(held);
        member = undefined;
      }
    }
    return undefined;
  }

  async function leave(): Promise<void> {
    leaving.abort();
    const slow = setTimeout(() => cluster.log('Waiting for the embedded PostgreSQL to answer …'), slowAfterMs);
    const last = await within(answerPatienceMs, release());
    clearTimeout(slow);
    if (last === late) {
      givingUp.abort();
      cluster.log(
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
    left ??= leave();
    return left;
  };
}
