import { chown, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PostgresUser } from './choose-postgres-user.ts';
import type { Binaries } from './find-binaries.ts';
import type { Site } from './locate-cluster.ts';
import { runProgram } from './run-program.ts';
import { syncFolder } from './sync-folder.ts';
import { writeAtomically } from './write-atomically.ts';

const draftPrefix = 'postgres-initialising-';
const abandonedAfterMs = 3_600_000;

/** Settings that an operator may tune in postgresql.conf; what must hold is given at each start instead. */
const tunable = [
  'max_connections=100',
  'shared_buffers=128MB',
  'max_wal_size=1GB',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
];

async function give(path: string, user: PostgresUser | undefined): Promise<void> {
  if (user) await chown(path, user.uid >>> 0, user.gid >>> 0);
}

/** Removes what crashes in here have left. That it fails is no reason not to start. */
async function sweepAbandonedDrafts(parent: string, isShared: boolean): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(draftPrefix)) continue;
    const draft = join(parent, name);
    try {
      // Where other data folders keep their clusters too, another process may be busy with a draft that is young.
      const isAbandoned = !isShared || Date.now() - (await stat(draft)).mtimeMs > abandonedAfterMs;
      // An initdb that outlived its parent may still be adding files; it gives up when its folder vanishes.
      if (isAbandoned) await rm(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    } catch {}
  }
}

async function demand(what: string, program: string, args: string[], options: Parameters<typeof runProgram>[2]) {
  const { succeeded, output } = await runProgram(program, args, options);
  if (succeeded) return;
  throw new Error(
    `${what} failed, and nothing of it was kept. Mend what the following lines name (often a full disk or a missing ` +
      `permission), then start again.\n${output.trim().split('\n').slice(-15).join('\n')}`,
  );
}

/**
 * Makes the cluster of a first start with its database "florin". All is done in a draft folder that gets the
 * cluster's name at the very end: whoever finds the cluster finds it whole, and a crash leaves none. The caller holds
 * the lock of the data folder.
 */
export async function initialiseCluster(site: Site, binaries: Binaries, password: string): Promise<void> {
  const { folder, user } = site;
  const parent = dirname(folder);
  await sweepAbandonedDrafts(parent, site.locationFile !== undefined);
  const draft = await mkdtemp(join(parent, draftPrefix));
  try {
    const cluster = join(draft, 'cluster');
    const passwordFile = join(draft, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    await give(passwordFile, user);
    await give(draft, user);
    const identity = ['--username=florin', `--pwfile=${passwordFile}`];
    const access = ['--auth-local=scram-sha-256', '--auth-host=scram-sha-256'];
    // The builtin provider brings its own rules for UTF-8, so no locale of the system takes part.
    const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const settings = tunable.flatMap((setting) => ['--set', setting]);
    const args = ['-D', cluster, ...identity, ...access, ...text, ...settings, '--no-instructions'];
    await demand('Initialising the embedded PostgreSQL', binaries.initdb, args, { user });
    await rm(passwordFile);
    // Single-user mode makes the database part of the draft; afterwards two members would race for it.
    await demand(
      'Creating the database "florin"',
      binaries.postgres,
      ['--single', '-D', cluster, '-c', 'exit_on_error=on', 'postgres'],
      { user, input: 'CREATE DATABASE florin\n' },
    );
    await rename(cluster, folder);
    await syncFolder(parent);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  if (site.locationFile) await writeAtomically(site.locationFile, `${folder}\n`);
}
