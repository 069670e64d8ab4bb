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
    // There Node can only end a process at once; pg_ctl knows how to signal. No test has run this branch.
    await runProgram(cluster.binaries.pgCtl, ['kill', signal, String(pid)], { user: undefined });
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch {
    // It ended by itself in between, which the caller sees.
  }
}

/**
 * Stops a postmaster: fast at first, and at once when that takes too long, after which PostgreSQL replays its log
 * at the next start. Another process may start a new one in the meantime, so only this very process counts.
 */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  const sight = await observePostmaster(cluster.folder);
  if (sight.state !== 'running' || sight.pid !== pid) return;
  // Its file goes first and then the process, so the file alone would be too early a sign.
  const isRunning = async () => (await identifyProcess(pid, cluster.folder, cluster.folder)) === 'postmaster';
  await signalPostmaster(cluster, pid, 'INT');
  const begun = Date.now();
  let toldToStopAtOnce = false;
  while (await isRunning()) {
    if (!toldToStopAtOnce && Date.now() - begun > fastShutdownMs) {
      toldToStopAtOnce = true;
      await signalPostmaster(cluster, pid, 'QUIT');
    }
    if (Date.now() - begun > patienceMs) {
      cluster.say(`The embedded PostgreSQL (process ${pid}) was told to stop, but is still busy doing so.`);
      return;
    }
    await pause(20);
  }
}
