import { setTimeout as pause } from 'node:timers/promises';
import { becomeMember, type Member } from './become-member.ts';
import { observePostmaster } from './observe-postmaster.ts';
import type { Cluster } from './open-cluster.ts';

const betweenMs = 50;

/**
 * Whether a server has other members can only be asked over a connection, so a process that lost its own makes one
 * before it leaves. Returns nothing where no server is left on that port which this process would have to stop.
 */
export async function returnToServer(
  cluster: Cluster,
  port: number,
  givingUp: AbortSignal,
): Promise<Member | undefined> {
  while (!givingUp.aborted) {
    const sight = await observePostmaster(cluster.folder);
    if (sight.state !== 'running' || sight.status === 'stopping') return undefined;
    if (sight.port !== undefined) {
      if (sight.port !== port) return undefined;
      const returned = await becomeMember(cluster, sight.pid, port).catch(() => undefined);
      if (typeof returned !== 'string') return returned;
    }
    // It may be starting, or recovering from a crash: it answers when that is done.
    await pause(betweenMs);
  }
  return undefined;
}
