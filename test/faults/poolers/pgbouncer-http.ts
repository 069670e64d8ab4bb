import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Fault } from '../fault.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Creates, keys in flight, payments, invoices, webhooks and every kind of stream. */
const FILES = [
  'checkout-events',
  'create-intent',
  'events',
  'idempotency',
  'invoice',
  'payment-engine',
  'session-events',
  'simulate',
  'webhook-endpoints',
];

/** The same tests that run without a pooler. */
export const pgbouncerHttp = (program: string): Fault => ({
  name: 'pgbouncer-http',
  group: 'databases',
  title: `The HTTP tests ${FILES.join(', ')} behind PgBouncer`,
  needs: ['PostgreSQL'],
  secondsMax: 900,
  async run(lab) {
    const files = FILES.map((name) => `test/http/${name}.test.ts`);
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', '--project', 'http', ...files], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1', FLORIN_TEST_PGBOUNCER: program },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    lab.cleanUp.add(async () => void child.kill());
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const output = await text(child.stdout);
    const summary = /Tests +(.*)/.exec(output)?.[1] ?? 'no test ran';
    lab.observe(summary);
    lab.check((await exited) === 0 && summary.includes('passed'), `The tests failed:\n${output.slice(-4_000)}`);
  },
});
