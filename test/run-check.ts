import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '..');

type Part = [name: string, command: string[]];

/**
 * `npm run check`: all that needs nothing but the checkout and is soon done. Every part runs, so that one look shows all that is
 * wrong. The parts of a list run in turn. Three lists at a time fill two cores, whichever ends last.
 */
const LISTS: Part[][] = [
  // The rules that know types load and check all three programs, so that the compiler need not do so again.
  [['types and lint', ['oxlint', '--type-check', '--deny-warnings']]],
  [['unit tests', ['vitest', 'run', '--project', 'unit', '--reporter=dot']]],
  [
    ['dead code', ['knip']],
    ['format', ['biome', 'check', '.']],
    ['generated types', ['node', 'tools/generate-types.ts', '--check']],
    ['OpenAPI rules', ['node', 'tools/lint-openapi.ts']],
  ],
];

/**
 * The rules that know types are a short program: it collects its garbage only when it has this much memory. What failed is
 * printed whole, and colors would make thousands of dots unreadable.
 */
const ENV = { ...process.env, GOGC: 'off', GOMEMLIMIT: '4GiB', NO_COLOR: '1' };

async function run([name, [program = '', ...args]]: Part): Promise<boolean> {
  const started = Date.now();
  const child = spawn(program, args, { cwd: ROOT, env: ENV, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[status], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  const ok = status === 0;
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name} (${((Date.now() - started) / 1_000).toFixed(1)} s)`);
  if (!ok) console.log(`${stdout}${stderr}`.trimEnd());
  return ok;
}

async function runInTurn(parts: Part[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const part of parts) results.push(await run(part));
  return results;
}

const results = (await Promise.all(LISTS.map(runInTurn))).flat();
const failed = results.filter((ok) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
