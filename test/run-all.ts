import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installNeeds } from './support/install-needs.ts';

/** `npm test`: sets up what is missing, then everything there is. */
const ROOT = join(import.meta.dirname, '..');
const started = Date.now();
const skippedParts = installNeeds();
const checked = spawnSync(process.execPath, ['test/run-check.ts'], { cwd: ROOT, stdio: 'inherit' }).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'florin-report-'));
const report = join(folder, 'report.json');
const { status } = spawnSync(
  'vitest',
  ['run', '--project', 'whole', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  { cwd: ROOT, stdio: 'inherit' },
);
const counted = readCounts(report);
rmSync(folder, { recursive: true });

const inCi = process.env['CI'] === 'true';
if (skippedParts.length > 0) {
  console.log(`Skipped for want of: ${skippedParts.join(', ')}${inCi ? ' (in CI that is a failure)' : ''}`);
}
const ok = checked && status === 0 && counted.failed === 0 && counted.passed > 0 && !(inCi && skippedParts.length > 0);
console.log(`check ${checked ? 'passed' : 'FAILED'}; everything took ${Math.round((Date.now() - started) / 1_000)} s`);
console.log(`${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped`);
process.exitCode = ok ? 0 : 1;

function readCounts(file: string): { passed: number; failed: number; skipped: number } {
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
