import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Keys } from '../support/client.ts';
import { createDatabase } from '../support/databases.ts';
import { startExternalPostgres } from '../support/external-postgres.ts';
import type { ServerOptions } from '../support/server.ts';
import { replaceNodes } from './rolling/replace-nodes.ts';
import { runCommand } from './run-command.ts';
import { checkOut } from './side-by-side/check-out.ts';

/**
 * `npm run test:rolling -- --before <git ref>`: replaces two nodes of that version with two of this checkout behind a load
 * balancer, under load. No request may fail. Versions that cannot drain are taken out of the load balancer first.
 */
const { values } = parseArgs({
  options: { before: { type: 'string' }, health: { type: 'string', default: '/readyz' }, drains: { type: 'boolean' } },
});
const { before: ref, health, drains = false } = values;
if (ref === undefined || (health !== '/readyz' && health !== '/healthz')) {
  console.error('Usage: npm run test:rolling -- --before <git ref> [--health /healthz] [--drains]');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'florin-rolling-'));
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  const postgres = await startExternalPostgres();
  if (!postgres) throw new Error('This test needs a PostgreSQL of this machine. Install the package postgresql.');
  endings.push(() => postgres.stop());
  const checkout = checkOut(ref, folder);
  endings.push(() => checkout.remove());
  console.log(`before: ${ref} (${checkout.commit.slice(0, 7)}), after: this checkout`);
  const env = { FLORIN_LOG_LEVEL: 'error', FLORIN_DRAIN_SECONDS: '2' };
  const after: ServerOptions = { databaseUrl: await createDatabase(postgres.url), dataDir: folder, env };
  const before: ServerOptions = { ...after, program: checkout.program };
  const account = ['--name', 'Shop', '--email', 'shop@example.com', '--password', 'correct horse 9'];
  const keys = await runCommand<Keys>(before, 'merchants', 'create', ...account);
  const versions = { before, after, healthPath: health, beforeDrains: drains } as const;
  const { failures, ...counts } = await replaceNodes(keys, versions);
  console.log(counts);
  for (const failure of failures.slice(0, 20)) console.error(`FAIL  ${failure}`);
  console.log(`${failures.length} requests failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  for (const end of endings.toReversed()) await end();
}
