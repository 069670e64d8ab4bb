import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
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

/** All files in one run, round by round, so that an early end has tried each file about as often. */
async function repeatAll(stopped: AbortSignal): Promise<boolean> {
  const counts = new Map(files.map((file) => [file, { passed: 0, failed: 0 }]));
  for (let round = 1; round <= rounds && !stopped.aborted; round += 1) {
    const startedAt = Date.now();
    const { passed, printed } = await runFiles();
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    const failed = files.filter((file) => !passed.has(file));
    const outcome = failed.length === 0 ? 'passed' : `FAILED: ${failed.join(', ')}`;
    console.log(`round ${round} of ${rounds} (${seconds} s): ${outcome}`);
    if (failed.length > 0) console.log(printed);
    for (const [file, count] of counts) count[passed.has(file) ? 'passed' : 'failed'] += 1;
  }
  for (const [file, { passed, failed }] of counts) console.log(`${passed} passed, ${failed} failed  ${file}`);
  return !stopped.aborted && [...counts.values()].every(({ failed }) => failed === 0);
}

/** The files that passed, and what was printed. A file without a result has failed. */
async function runFiles(): Promise<{ passed: Set<string>; printed: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-repeat-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const child = spawn('vitest', ['run', ...reporters, ...files], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { passed: readPassed(report), printed: `${stdout}${stderr}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A contract suite has a result in each of its projects. */
function readPassed(report: string): Set<string> {
  if (!existsSync(report)) return new Set();
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  const results = Map.groupBy(testResults, ({ name }) => relative(ROOT, name));
  return new Set([...results].filter(([, of]) => of.every(({ status }) => status === 'passed')).map(([file]) => file));
}
