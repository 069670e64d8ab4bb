import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresUser } from './choose-postgres-user.ts';
import { writeAtomically } from './write-atomically.ts';

/**
 * Makes PostgreSQL accept a stale postmaster.pid whose process ID now belongs to another process. The caller holds the
 * lock of the data folder.
 *
 * The file is not deleted, because it also names the shared memory of the dead server, which PostgreSQL uses to detect
 * processes that still write to the cluster. Instead, it gets the ID of this process: PostgreSQL knows that its parent is
 * not a postmaster, and continues with the check of the shared memory.
 */
export async function disownPidFile(folder: string, text: string, user: PostgresUser | undefined): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  if (process.platform === 'win32') {
    // On Windows, the postmaster is not a child of this process, so its ID would not help.
    await rm(file, { force: true });
    return;
  }
  const [, ...rest] = text.split('\n');
  await writeAtomically(file, [String(process.pid), ...rest].join('\n'), user);
}
