import { setTimeout as pause } from 'node:timers/promises';
import { becomeMember, closeMember, type Member } from './become-member.ts';
import { enterCluster, PortChanged } from './enter-cluster.ts';
import { observePostmaster } from './observe-postmaster.ts';
import type { Cluster } from './open-cluster.ts';
import { releaseMembership } from './release-membership.ts';
import { stopPostmaster } from './stop-postmaster.ts';

const leavePatienceMs = 4_700;
const stepPatienceMs = 1_000;
const releasePatienceMs = 2_000;
const shortestBackOffMs = 100;
const longestBackOffMs = 2_000;

/** Bounds a step of leaving, which must come to its end even where the server does not answer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      work.catch(() => undefined),
      pause(ms, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
  } finally {
    timer.abort();
  }
}

/**
 * Keeps a membership for as long as the process wants it: where the connection is lost it is made anew, and where
 * the server died it is started again on the same port, so that the url stays good. Returns the way out.
 */
export function holdMembership(cluster: Cluster, first: Member): () => Promise<void> {
  const { port } = first;
  const leaving = new AbortController();
  let member: Member | undefined;
  let mending: Promise<void> | undefined;
  let canReturn = true;
  let waitedForMending = false;
  let departure: Promise<void> | undefined;

  function keep(held: Member): void {
    member = held;
    held.socket.unref();
    void watch(held);
  }

  async function watch(held: Member): Promise<void> {
    await held.gone;
    member = undefined;
    if (!leaving.signal.aborted) mending = mend();
  }

  async function mend(): Promise<void> {
    let backOffMs = shortestBackOffMs;
    let lastSaid: string | undefined;
    const say = (line: string) => {
      if (line !== lastSaid) cluster.say(line);
      lastSaid = line;
    };
    while (!leaving.signal.aborted) {
      try {
        const entry = await enterCluster(cluster, { port, ref: false, signal: leaving.signal });
        if (waitedForMending) {
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

  /** Whether the server has other members can only be asked over a connection, so a lost one is made once more. */
  async function returnOnce(): Promise<Member | undefined> {
    const tooLate = Date.now() + stepPatienceMs - 50;
    const sight = await observePostmaster(cluster.folder);
    if (!canReturn || sight.state !== 'running' || sight.port !== port) return undefined;
    const returned = await becomeMember(cluster, sight.pid, sight.port);
    if (typeof returned === 'string') return undefined;
    if (Date.now() < tooLate) return returned;
    closeMember(returned);
    return undefined;
  }

  async function depart(): Promise<void> {
    const deadline = Date.now() + leavePatienceMs;
    leaving.abort();
    if (mending) await within(stepPatienceMs, mending);
    waitedForMending = true;
    const held = member ?? (await within(stepPatienceMs, returnOnce()));
    if (!held) return;
    held.socket.ref();
    const isLast = await within(releasePatienceMs, releaseMembership(held));
    if (isLast) await stopPostmaster(cluster, held.pid, deadline);
    closeMember(held);
  }

  keep(first);
  return () => {
    departure ??= depart();
    return departure;
  };
}
