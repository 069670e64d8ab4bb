import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** `npm run test:repeat`: runs test files again and again, on request beside processes that keep every core busy. */
const ROOT = join(import.meta.dirname, '..');
/** It ends with the process that started it, however that ends. */
const BUSY_LOOP = 'const { ppid } = process; for (let turn = 1; turn % 1e9 || process.ppid === ppid; turn += 1);';
const USAGE = 'Usage: npm run test:repeat -- <times> <files…> [--busy <loops>]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: 'string', default: '0' } },
});
const [times, ...files] = positionals;
const rounds = Number(times);
const loops = Number(values.busy);

if (!isCount(rounds) || rounds === 0 || !isCount(loops) || files.length === 0) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  const busy = Array.from({ length: loops }, keepBusy);
  const stopped = new AbortController();
  // A run that is cut off leaves its servers behind, so the file that is running comes to its end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
  stopped.signal.addEventListener('abort', () => endAll(busy));
  try {
    process.exitCode = (await repeatAll(stopped.signal)) ? 0 : 1;
  } finally {
    endAll(busy);
  }
}

function isCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0;
}

function keepBusy(): ChildProcess {
  return spawn(process.execPath, ['-e', BUSY_LOOP], { stdio: 'ignore' });
}

function endAll(busy: readonly ChildProcess[]): void {
  for (const loop of busy) loop.kill('SIGKILL');
}

/** Round by round rather than file by file, so that an early end has tried each file about as often. */
async function repeatAll(stopped: AbortSignal): Promise<boolean> {
  const counts = new Map(files.map((file) => [file, { passed: 0, failed: 0 }]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [file, count] of counts) {
      if (stopped.aborted) break;
      const startedAt = Date.now();
      const { ok, printed } = await runFile(file);
      const seconds = Math.round((Date.now() - startedAt) / 1_000);
      console.log(`round ${round} of ${rounds}: ${ok ? 'passed' : 'FAILED'}  ${file} (${seconds} s)`);
      if (!ok) console.log(printed);
      count[ok ? 'passed' : 'failed'] += 1;
    }
  }
  for (const [file, { passed, failed }] of counts) console.log(`${passed} passed, ${failed} failed  ${file}`);
  return !stopped.aborted && [...counts.values()].every(({ failed }) => failed === 0);
}

function runFile(file: string): Promise<{ ok: boolean; printed: string }> {
  return new Promise((resolve) => {
    const child = spawn('vitest', ['run', file], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
    child.once('close', (status) => resolve({ ok: status === 0, printed: Buffer.concat(printed).toString() }));
  });
}
