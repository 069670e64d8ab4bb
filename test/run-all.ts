import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chooseTempFolder } from './support/choose-temp-folder.ts';
import { installNeeds } from './support/install-needs.ts';

/** `npm test`: sets up what is missing, then everything there is. */
const ROOT = join(import.meta.dirname, '..');
const started = Date.now();
process.env['TMPDIR'] ??= chooseTempFolder();
const skippedParts = installNeeds();
const check = await runCheck();

/** The longest first. Five at a time fill two cores, since some of them mostly wait. */
const PROJECTS = ['browser', 'process', 'engine', 'http', 'store', 'pages', 'screens', 'long'];
const LANES = 5;
/** Beside others who need the processor, more in parallel would push each other past the timeouts that they test. */
const LANES_WHEN_BUSY = 2;
const isBusy = (loadavg()[0] ?? 0) > 3 * availableParallelism();
const folder = mkdtempSync(join(tmpdir(), 'florin-report-'));
const waiting = PROJECTS.values();
const runs = (await Promise.all(Array.from({ length: isBusy ? LANES_WHEN_BUSY : LANES }, runInTurn))).flat();
rmSync(folder, { recursive: true });
const counted = {
  passed: sum(runs.map(({ passed }) => passed)),
  failed: sum(runs.map(({ failed }) => failed)),
  skipped: sum(runs.map(({ skipped }) => skipped)),
};
const allRan = runs.every(({ status, passed }) => status === 0 && passed > 0);

const inCi = process.env['CI'] === 'true';
if (skippedParts.length > 0) {
  console.log(`Skipped for want of: ${skippedParts.join(', ')}${inCi ? ' (in CI that is a failure)' : ''}`);
}
// What went wrong is said again at the end, where readers of a long log look first.
if (!check.ok) console.log(`\nThe check failed:\n${check.printed.trim().slice(-4_000)}`);
for (const failure of runs.flatMap(({ failures }) => failures)) console.log(`\nFailed: ${failure}`);
const ok = check.ok && allRan && counted.failed === 0 && !(inCi && skippedParts.length > 0);
console.log(`check ${check.ok ? 'passed' : 'FAILED'}; everything took ${Math.round((Date.now() - started) / 1_000)} s`);
console.log(`${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped`);
process.exitCode = ok ? 0 : 1;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Report extends Counts {
  /** The test, its file and the first lines of what it says. */
  failures: string[];
}

interface Run extends Report {
  status: number;
}

/** Shows the check as it runs, and keeps what it printed. */
async function runCheck(): Promise<{ ok: boolean; printed: string }> {
  const child = spawn(process.execPath, ['test/run-check.ts'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    printed += text;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { ok: status === 0, printed };
}

async function runInTurn(): Promise<Run[]> {
  const ended: Run[] = [];
  for (const project of waiting) ended.push(await runProject(project));
  return ended;
}

/** What it prints is kept until it has ended, so that the words of two runs do not mix. */
function runProject(project: string): Promise<Run> {
  const report = join(folder, `${project}.json`);
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return new Promise((resolve) => {
    const child = spawn('vitest', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
    child.once('close', (status) => {
      console.log(`\n${project}:\n${Buffer.concat(printed).toString()}`);
      resolve({ status: status ?? 1, ...readReport(project, report) });
    });
  });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** The parts of Vitest's JSON report that are read here. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readReport(project: string, file: string): Report {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: report.testResults.flatMap((result) => listFailures(result)),
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: [`${project} ended without a report`] };
  }
}

function listFailures({ name, status, message, assertionResults }: VitestReport['testResults'][number]): string[] {
  const path = relative(ROOT, name);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [`${path}\n${message.slice(0, 1_000)}`];
  return failed.map(({ fullName, failureMessages }) => {
    return `${path}: ${fullName}\n${failureMessages.join('\n').slice(0, 1_000)}`;
  });
}
