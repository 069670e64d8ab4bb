import { chown, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PostgresUser } from './choose-postgres-user.ts';
import type { Binaries } from './find-binaries.ts';
import type { Site } from './locate-cluster.ts';
import { ADMIN_ROLE } from './roles.ts';
import { runProgram } from './run-program.ts';
import { syncFolder } from './sync-folder.ts';
import { writeAtomically } from './write-atomically.ts';

const draftPrefix = 'postgres-initializing-';
const abandonedAfterMs = 3_600_000;

/** Settings that an operator may change in postgresql.conf. Mandatory settings are passed at every start. */
const tunable = [
  'max_connections=100',
  'shared_buffers=128MB',
  'max_wal_size=1GB',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
];

async function changeOwner(path: string, user: PostgresUser | undefined): Promise<void> {
  if (user) await chown(path, user.uid >>> 0, user.gid >>> 0);
}

/** Deletes the remains of crashes. A failure here must not prevent a start. */
async function deleteAbandonedDrafts(parent: string, isShared: boolean): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(draftPrefix)) continue;
    const draft = join(parent, name);
    try {
      // If the folder is shared by several data folders, another process may be working on a recent draft.
      const isAbandoned = !isShared || Date.now() - (await stat(draft)).mtimeMs > abandonedAfterMs;
      // An initdb that outlived its parent may still be adding files. It stops when its folder disappears.
      if (isAbandoned) await rm(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    } catch {}
  }
}

async function runOrThrow(what: string, program: string, args: string[], options: Parameters<typeof runProgram>[2]) {
  const { succeeded, output } = await runProgram(program, args, options);
  if (succeeded) return;
  throw new Error(
    `${what} failed and was undone. Fix the cause shown below (often a full disk or a missing ` +
      `permission), then start again.\n${output.trim().split('\n').slice(-15).join('\n')}`,
  );
}

/**
 * Creates the cluster with its database "florin" on the first start. Everything happens in a draft folder that is renamed
 * at the very end, so a crash leaves no incomplete cluster. The caller holds the lock of the data folder.
 */
export async function initializeCluster(site: Site, binaries: Binaries, password: string): Promise<void> {
  const { folder, user } = site;
  const parent = dirname(folder);
  await deleteAbandonedDrafts(parent, site.locationFile !== undefined);
  const draft = await mkdtemp(join(parent, draftPrefix));
  try {
    const cluster = join(draft, 'cluster');
    const passwordFile = join(draft, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    await changeOwner(passwordFile, user);
    await changeOwner(draft, user);
    const identity = [`--username=${ADMIN_ROLE}`, `--pwfile=${passwordFile}`];
    const access = ['--auth-local=scram-sha-256', '--auth-host=scram-sha-256'];
    // The builtin provider has its own rules for UTF-8, so the system's locale does not matter.
    const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const settings = tunable.flatMap((setting) => ['--set', setting]);
    const args = ['-D', cluster, ...identity, ...access, ...text, ...settings, '--no-instructions'];
    await runOrThrow('Initializing the embedded PostgreSQL', binaries.initdb, args, { user });
    await rm(passwordFile);
    // Single-user mode creates the database in the draft. Later, two members would race to create it.
    await runOrThrow(
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
