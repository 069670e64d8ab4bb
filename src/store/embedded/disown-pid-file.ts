import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresUser } from './choose-postgres-user.ts';
import { writeAtomically } from './write-atomically.ts';

/**
 * Makes PostgreSQL accept a stale postmaster.pid whose process number now belongs to something else. The caller
 * holds the lock of the data folder.
 *
 * The file is not removed, because it also names the shared memory of the dead server, by which PostgreSQL
 * notices that some of its processes still write to the cluster. Instead it gets the number of this process:
 * PostgreSQL knows that its own parent is no postmaster, and then goes on to check the shared memory.
 */
export async function disownPidFile(folder: string, text: string, user: PostgresUser | undefined): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  if (process.platform === 'win32') {
    // There the postmaster is no child of this process, so that the number would not help.
    await rm(file, { force: true });
    return;
  }
  const [, ...rest] = text.split('\n');
  await writeAtomically(file, [String(process.pid), ...rest].join('\n'), user);
}
