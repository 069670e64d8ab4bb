import { setTimeout as pause } from 'node:timers/promises';
import { becomeMember, closeMember, type Member } from './become-member.ts';
import { enterCluster, PortChanged } from './enter-cluster.ts';
import { observePostmaster } from './observe-postmaster.ts';
import type { Cluster } from './open-cluster.ts';
import { releaseMembership } from './release-membership.ts';
import { stopPostmaster } from './stop-postmaster.ts';

const leaveTimeoutMs = 4_700;
const stepTimeoutMs = 1_000;
const releaseTimeoutMs = 2_000;
const shortestBackOffMs = 100;
const longestBackOffMs = 2_000;

/** Bounds a step of leaving, which must end even if the server does not respond. */
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
 * Holds a membership until the process leaves. A lost connection is made again, and a server that died is restarted on
 * the same port, so the URL stays valid. Returns the function to leave.
 */
export function holdMembership(cluster: Cluster, first: Member): () => Promise<void> {
  const { port } = first;
  const abort = new AbortController();
  let member: Member | undefined;
  let recovery: Promise<void> | undefined;
  let canRejoin = true;
  let waitedForRecovery = false;
  let leaving: Promise<void> | undefined;

  function hold(joined: Member): void {
    member = joined;
    joined.socket.unref();
    void watch(joined);
  }

  async function watch(joined: Member): Promise<void> {
    await joined.gone;
    member = undefined;
    if (!abort.signal.aborted) recovery = recover();
  }

  async function recover(): Promise<void> {
    let backOffMs = shortestBackOffMs;
    let lastLine: string | undefined;
    const log = (line: string) => {
      if (line !== lastLine) cluster.log(line);
      lastLine = line;
    };
    while (!abort.signal.aborted) {
      try {
        const entry = await enterCluster(cluster, { port, ref: false, signal: abort.signal });
        if (waitedForRecovery) {
          closeMember(entry.member);
          return;
        }
        hold(entry.member);
        if (entry.started) log(`The embedded PostgreSQL had stopped and was restarted on port ${port}.`);
        return;
      } catch (error) {
        if (abort.signal.aborted) return;
        log(error instanceof Error ? error.message : String(error));
        canRejoin = !(error instanceof PortChanged);
        if (!canRejoin) return;
      }
      await pause(backOffMs, undefined, { ref: false, signal: abort.signal }).catch(() => {});
      backOffMs = Math.min(backOffMs * 2, longestBackOffMs);
    }
  }

  /** Only a connection can tell whether the server has other members, so a lost connection is made once more. */
  async function rejoinOnce(): Promise<Member | undefined> {
    const tooLate = Date.now() + stepTimeoutMs - 50;
    const observed = await observePostmaster(cluster.folder);
    if (!canRejoin || observed.state !== 'running' || observed.port !== port) return undefined;
    const rejoined = await becomeMember(cluster, observed.pid, observed.port);
    if (typeof rejoined === 'string') return undefined;
    if (Date.now() < tooLate) return rejoined;
    closeMember(rejoined);
    return undefined;
  }

  async function leave(): Promise<void> {
    const deadline = Date.now() + leaveTimeoutMs;
    abort.abort();
    if (recovery) await within(stepTimeoutMs, recovery);
    waitedForRecovery = true;
    const joined = member ?? (await within(stepTimeoutMs, rejoinOnce()));
    if (!joined) return;
    joined.socket.ref();
    const isLast = await within(releaseTimeoutMs, releaseMembership(joined));
    if (isLast) await stopPostmaster(cluster, joined.pid, deadline);
    closeMember(joined);
  }

  hold(first);
  return () => {
    leaving ??= leave();
    return leaving;
  };
}
