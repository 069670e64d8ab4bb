import { chmod, cp, lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './has-code.ts';

/** Lets everyone read what the owner can read, and enter or run what the owner can. */
async function openToEverybody(path: string): Promise<void> {
  const { mode } = await lstat(path);
  await chmod(path, (mode & 0o777) | (mode & 0o100 ? 0o755 : 0o644));
}

/**
 * Copies the native folder of the PostgreSQL package. The copy gets its final name only when it is complete. If another
 * process was faster, its copy stays.
 */
export async function copyBinaries(from: string, to: string): Promise<void> {
  const draft = await mkdtemp(`${to}.draft-`);
  try {
    // Relative links must stay relative, or they would point to the folder that the account cannot read.
    await cp(from, draft, { recursive: true, verbatimSymlinks: true });
    await openToEverybody(draft);
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await openToEverybody(join(entry.parentPath, entry.name));
    }
    try {
      await rename(draft, to);
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
