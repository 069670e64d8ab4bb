import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh data folder that the account of the embedded database can enter, so that the cluster lies in it. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-data-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Where the embedded database of a data folder lies. */
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
