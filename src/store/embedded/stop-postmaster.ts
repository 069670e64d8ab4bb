import { setTimeout as pause } from 'node:timers/promises';
import { identifyProcess } from './identify-process.ts';
import { observePostmaster } from './observe-postmaster.ts';
import type { Cluster } from './open-cluster.ts';
import { runProgram } from './run-program.ts';

const fastShutdownMs = 3_500;
/** PostgreSQL ends its own processes 5 s after it was told to stop at once, whatever they are doing. */
const patienceMs = 15_000;

async function signalPostmaster(cluster: Cluster, pid: number, signal: 'INT' | 'QUIT'): Promise<void> {
  if (process.platform === 'win32') {
    // On Windows, Node can only kill a process; pg_ctl can send signals. No test covers this branch.
    await runProgram(cluster.binaries.pgCtl, ['kill', signal, String(pid)], { user: undefined });
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch {
    // It has exited in the meantime, which the caller checks.
  }
}

/**
 * Stops a postmaster with a fast shutdown, or an immediate one if that takes too long. After an immediate shutdown,
 * PostgreSQL replays its log at the next start. Another process may start a new server, so only this process ID counts.
 */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  const observed = await observePostmaster(cluster.folder);
  if (observed.state !== 'running' || observed.pid !== pid) return;
  // PostgreSQL deletes its file before the process ends, so checking the file would be too early.
  const isRunning = async () => (await identifyProcess(pid, cluster.folder, cluster.folder)) === 'postmaster';
  await signalPostmaster(cluster, pid, 'INT');
  const startedAtMs = Date.now();
  let escalated = false;
  while (await isRunning()) {
    if (!escalated && Date.now() - startedAtMs > fastShutdownMs) {
      escalated = true;
      await signalPostmaster(cluster, pid, 'QUIT');
    }
    if (Date.now() - startedAtMs > patienceMs) {
      cluster.log(`The embedded PostgreSQL (process ${pid}) is still stopping.`);
      return;
    }
    await pause(20);
  }
}
