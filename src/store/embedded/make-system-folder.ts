import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The folder where root stores what the PostgreSQL account cannot reach in the checkout. The mode is set separately,
 * because root's umask may remove access for others.
 */
export async function makeSystemFolder(...below: string[]): Promise<string> {
  let folder = '/var/lib/florin';
  for (const name of ['', ...below]) {
    folder = join(folder, name);
    const created = await mkdir(folder, { recursive: true });
    if (created !== undefined) await chmod(folder, 0o755);
  }
  return folder;
}
