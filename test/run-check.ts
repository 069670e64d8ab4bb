import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** `npm run check`: all that needs nothing but the checkout. Every part runs, so that one look shows all that is wrong. */
const PARTS: [string, string[]][] = [
  ['generated types', ['node', 'tools/generate-types.ts', '--check']],
  ['types', ['tsc']],
  ['types of the checkout', ['tsc', '-p', 'web/checkout']],
  ['types of the dashboard', ['tsc', '-p', 'web/dashboard']],
  ['lint', ['oxlint', '--deny-warnings']],
  ['format', ['biome', 'check', '.']],
  ['dead code', ['knip']],
  ['unit tests', ['vitest', 'run', '--project', 'unit', '--reporter=dot']],
];

const failed = PARTS.filter(([name, [program = '', ...args]]) => {
  const started = Date.now();
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' });
  const ok = status === 0;
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name} (${((Date.now() - started) / 1_000).toFixed(1)} s)`);
  if (!ok) console.log(`${stdout}${stderr}`.trimEnd());
  return !ok;
});

console.log(`${PARTS.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
