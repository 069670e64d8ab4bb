import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../domain/user-error.ts';

/**
 * `FLORIN_SECRET`, or one that is made once and kept in the data folder, readable by its owner alone. It appears under
 * its name only when it is whole, so that two processes which start together agree on one.
 */
export async function readSecret(fromEnvironment: string | undefined, dataDir: string): Promise<string> {
  if (fromEnvironment !== undefined) return fromEnvironment;
  // The embedded database of root runs under another account, which must be able to pass through the folder.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const file = join(dataDir, 'secret');
  const existing = await readText(file);
  if (existing !== undefined) return checkLength(existing, file);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return checkLength(await readFile(file, 'utf8'), file);
}

/** An editor's newline at the end does not count; a file that was emptied does not pass for a secret. */
function checkLength(text: string, file: string): string {
  const secret = text.trim();
  if (secret.length < 32) throw new UserError(`The secret in ${file} is damaged. Put it back from a backup.`);
  return secret;
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
