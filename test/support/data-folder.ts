import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new data folder that the PostgreSQL account can enter, so the cluster is created inside it. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-data-'));
  await chmod(folder, 0o711);
  return folder;
}

/** The folder of the embedded database of a data folder. */
export function clusterOf(dataDir: string): Promise<string> {
  return readFile(join(dataDir, 'postgres-location'), 'utf8').then(
    (text) => text.trim(),
    () => join(dataDir, 'postgres'),
  );
}

export async function removeDataFolder(dataDir: string): Promise<void> {
  await rm(await clusterOf(dataDir), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
