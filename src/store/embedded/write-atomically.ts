import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PostgresUser } from './choose-postgres-user.ts';
import { syncFolder } from './sync-folder.ts';

/** Writes a file with mode 600. A reader, or a power failure, sees the complete text or no file. */
export async function writeAtomically(path: string, text: string, owner?: PostgresUser): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      if (owner) await file.chown(owner.uid >>> 0, owner.gid >>> 0);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}
