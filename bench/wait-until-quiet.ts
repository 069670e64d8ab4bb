import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 250;
const BUSY_SHARE_MAX = 0.12;

/** Waits until the machine is idle, because other programs would distort the results. */
export async function waitUntilQuiet(patienceMs: number, signal: AbortSignal): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_MS) {
    const before = processorTimes();
    await sleep(LOOK_MS, undefined, { signal });
    const after = processorTimes();
    if ((after.busy - before.busy) / Math.max(1, after.all - before.all) <= BUSY_SHARE_MAX) return;
  }
}

function processorTimes(): { busy: number; all: number } {
  let busy = 0;
  let all = 0;
  for (const { times } of cpus()) {
    const working = times.user + times.nice + times.sys + times.irq;
    busy += working;
    all += working + times.idle;
  }
  return { busy, all };
}
