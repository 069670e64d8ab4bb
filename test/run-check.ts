import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '..');

type Part = [name: string, command: string[]];

/** A second run compiles only what has changed since. */
const compile = (name: string, ...more: string[]): string[] => [
  'tsc',
  ...more,
  '--incremental',
  '--tsBuildInfoFile',
  join(ROOT, 'node_modules/.cache/florin', `${name}.tsbuildinfo`),
];

/** `npm run check`: all that needs nothing but the checkout. Every part runs, so that one look shows all that is wrong. */
const TESTS: Part[] = [['unit tests', ['vitest', 'run', '--project', 'unit', '--reporter=dot']]];
const ANALYSES: Part[] = [
  ['lint', ['oxlint', '--deny-warnings']],
  ['types', compile('program')],
  ['types of the checkout', compile('checkout', '-p', 'web/checkout')],
  ['types of the dashboard', compile('dashboard', '-p', 'web/dashboard')],
  ['dead code', ['knip']],
  ['format', ['biome', 'check', '.']],
  ['generated types', ['node', 'tools/generate-types.ts', '--check']],
  ['OpenAPI rules', ['node', 'tools/lint-openapi.ts']],
];

/** The compiler and the rules that know types are short programs with little to collect, so they collect it less often. */
const ENV = { ...process.env, GOGC: '400' };

async function run([name, [program = '', ...args]]: Part): Promise<boolean> {
  const started = Date.now();
  const child = spawn(program, args, { cwd: ROOT, env: ENV, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[status], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  const ok = status === 0;
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name} (${((Date.now() - started) / 1_000).toFixed(1)} s)`);
  if (!ok) console.log(`${stdout}${stderr}`.trimEnd());
  return ok;
}

async function runAll(parts: Part[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const part of parts) results.push(await run(part));
  return results;
}

const results = (await Promise.all([runAll(ANALYSES), runAll(TESTS)])).flat();
const failed = results.filter((ok) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
