import { open } from 'node:fs/promises';

/** Makes the names in a folder durable, as PostgreSQL itself does after a rename. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder as a file; there a rename is as durable as it gets.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
