import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chooseTempFolder } from './support/choose-temp-folder.ts';
import { installNeeds } from './support/install-needs.ts';
import { listMiscounted, planShards, type Shard, type TestFile } from './support/plan-shards.ts';
import { secondsOf } from './support/test-seconds.ts';

/** `npm test`: sets up what is missing, then everything there is. */
const ROOT = join(import.meta.dirname, '..');
const started = Date.now();
process.env['TMPDIR'] ??= chooseTempFolder();
// The check needs nothing of what is installed, so it runs beside the installation and the first shards.
const checking = runCheck();
const skippedParts = installNeeds();

/** Runs inside the check. */
const UNIT = 'unit';
/** Long enough to be worth the start of its servers, and short enough to leave no processor idle at the end. */
const SECONDS_PER_SHARD = 400;
/** Four at a time fill two cores, since some of them mostly wait. With six, the same work takes a fifth more of the processor's time. */
const LANES = 4;
const folder = mkdtempSync(join(tmpdir(), 'florin-report-'));
const listed = listTestFiles();
const planned = listed.filter(({ project }) => project !== UNIT);
const waiting = planShards(planned, secondsOf, SECONDS_PER_SHARD).values();
const runs = (await Promise.all(Array.from({ length: LANES }, runInTurn))).flat();
const check = await checking;
rmSync(folder, { recursive: true });
const ran = runs.flatMap(({ project, files }) => files.map((file) => ({ project, file })));
const miscounted = [...listForgotten(), ...listMiscounted(planned, ran)];
const counted = {
  passed: sum(runs.map(({ passed }) => passed)),
  failed: sum(runs.map(({ failed }) => failed)),
  skipped: sum(runs.map(({ skipped }) => skipped)),
};
const allPassed = runs.every(({ status }) => status === 0) && counted.failed === 0 && counted.passed > 0;

const inCi = process.env['CI'] === 'true';
if (skippedParts.length > 0) {
  console.log(`Skipped for want of: ${skippedParts.join(', ')}${inCi ? ' (in CI that is a failure)' : ''}`);
}
// What went wrong is said again at the end, where readers of a long log look first.
if (!check.ok) console.log(`\nThe check failed:\n${check.printed.trim().slice(-4_000)}`);
for (const failure of runs.flatMap(({ failures }) => failures)) console.log(`\nFailed: ${failure}`);
if (miscounted.length > 0) console.log(`\nEvery test file has to run once:\n${miscounted.join('\n')}`);
const ok = check.ok && allPassed && miscounted.length === 0 && !(inCi && skippedParts.length > 0);
console.log(`check ${check.ok ? 'passed' : 'FAILED'}; everything took ${Math.round((Date.now() - started) / 1_000)} s`);
console.log(`${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped`);
process.exitCode = ok ? 0 : 1;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Report extends Counts {
  /** The files that ran, from the root of the checkout. */
  files: string[];
  /** The test, its file and the first lines of what it says. */
  failures: string[];
}

interface Run extends Report {
  project: string;
  status: number;
}

/** Every test file that Vitest finds, in each of its projects. */
function listTestFiles(): TestFile[] {
  const list = join(folder, 'files.json');
  const { status, stderr } = spawnSync('vitest', ['list', '--filesOnly', `--json=${list}`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Vitest cannot list the test files:\n${stderr}`);
  const found = JSON.parse(readFileSync(list, 'utf8')) as { file: string; projectName: string }[];
  return found.map(({ file, projectName }) => ({ project: projectName, file: relative(ROOT, file) }));
}

/** The test files that are in no project. */
function listForgotten(): string[] {
  const known = new Set(listed.map(({ file }) => file));
  return globSync('{src,web,test}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules'] })
    .filter((file) => !known.has(file))
    .map((file) => `${file} is in no project of vitest.config.ts`);
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
  for (const shard of waiting) ended.push(await runShard(shard));
  return ended;
}

/** What it prints is kept until it has ended, so that the words of two runs do not mix. */
function runShard({ name, project, files }: Shard): Promise<Run> {
  const report = join(folder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const args = ['run', '--project', project, ...reporters, ...files];
    const child = spawn('vitest', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
    child.once('close', (status) => {
      const seconds = Math.round((Date.now() - startedAt) / 1_000);
      console.log(`\n${name} (${seconds} s):\n${Buffer.concat(printed).toString()}`);
      resolve({ project, status: status ?? 1, ...readReport(name, report) });
    });
  });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** The parts of Vitest's JSON report that are read here. */
interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readReport(name: string, file: string): Report {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
    const failures = report.testResults.flatMap((result) => listFailures(result));
    return {
      files: report.testResults.map((result) => relative(ROOT, result.name)),
      passed: report.numPassedTests,
      // More than the failed tests, because a file can fail without one.
      failed: failures.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures,
    };
  } catch {
    return { files: [], passed: 0, failed: 1, skipped: 0, failures: [`${name} ended without a report`] };
  }
}

function listFailures({ name, status, message, assertionResults }: VitestReport['testResults'][number]): string[] {
  const path = relative(ROOT, name);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  // A hook that throws fails no test: its tests count as skipped, and only the log of the run says why.
  if (failed.length === 0 && status === 'failed')
    return [`${path}: a hook failed, or it did not load\n${message.slice(0, 1_000)}`];
  return failed.map(({ fullName, failureMessages }) => {
    return `${path}: ${fullName}\n${failureMessages.join('\n').slice(0, 1_000)}`;
  });
}
