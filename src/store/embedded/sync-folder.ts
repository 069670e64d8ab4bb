import { open } from 'node:fs/promises';

/** Makes renames in a folder durable, as PostgreSQL does. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder as a file, so a rename cannot be made more durable.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
