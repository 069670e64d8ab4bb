import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './has-code.ts';

/** Whether a data folder has a database, or remains of one. If not, the first to join creates it. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  if (!(await isMissingOrEmpty(join(dataDir, 'postgres')))) return true;
  return access(join(dataDir, 'postgres-location')).then(
    () => true,
    () => false,
  );
}

async function isMissingOrEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    return hasCode(error, 'ENOENT');
  }
}
