import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Where root keeps what the PostgreSQL account cannot reach in the checkout. The mode is set apart from the
 * creation, because the umask of root may take the right to enter away from everybody else.
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
