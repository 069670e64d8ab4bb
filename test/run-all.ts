import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseTempFolder } from './support/choose-temp-folder.ts';
import { installNeeds } from './support/install-needs.ts';

/** `npm test`: sets up what is missing, then everything there is. */
const ROOT = join(import.meta.dirname, '..');
const started = Date.now();
process.env['TMPDIR'] ??= chooseTempFolder();
const skippedParts = installNeeds();
const checked = spawnSync(process.execPath, ['test/run-check.ts'], { cwd: ROOT, stdio: 'inherit' }).status === 0;

/** The longest first. Five at a time fill two cores, since some of them mostly wait. */
const PROJECTS = ['browser', 'process', 'engine', 'http', 'store', 'pages', 'screens'];
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
const ok = checked && allRan && counted.failed === 0 && !(inCi && skippedParts.length > 0);
console.log(`check ${checked ? 'passed' : 'FAILED'}; everything took ${Math.round((Date.now() - started) / 1_000)} s`);
console.log(`${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped`);
process.exitCode = ok ? 0 : 1;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Run extends Counts {
  status: number;
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
      resolve({ status: status ?? 1, ...readCounts(report) });
    });
  });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function readCounts(file: string): Counts {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
    return {
      passed: result['numPassedTests'] ?? 0,
      failed: result['numFailedTests'] ?? 0,
      skipped: (result['numPendingTests'] ?? 0) + (result['numTodoTests'] ?? 0),
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
