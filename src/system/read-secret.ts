import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../domain/user-error.ts';
import { writeOnce } from './write-once.ts';

/**
 * Returns `FLORIN_SECRET`, or a secret that is generated once and stored in the data folder, readable only by its owner.
 * Two processes that start together use the same secret.
 */
export async function readSecret(fromEnvironment: string | undefined, dataDir: string): Promise<string> {
  const existing = await findSecret(fromEnvironment, dataDir);
  if (existing !== undefined) return existing;
  // When Florin runs as root, the embedded PostgreSQL runs under another account, which must be able to enter the folder.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const file = join(dataDir, 'secret');
  await writeOnce(file, randomBytes(32).toString('base64url'));
  return checkLength(await readFile(file, 'utf8'), file);
}

/** Like `readSecret`, but undefined if there is none yet. */
export async function findSecret(fromEnvironment: string | undefined, dataDir: string): Promise<string | undefined> {
  if (fromEnvironment !== undefined) return fromEnvironment;
  const file = join(dataDir, 'secret');
  const text = await readText(file);
  return text === undefined ? undefined : checkLength(text, file);
}

/** Ignores a newline that an editor appended, and rejects a file that was emptied or cut off. */
function checkLength(text: string, file: string): string {
  const secret = text.trim();
  if (secret.length < 32) throw new UserError(`The secret in ${file} is damaged. Restore the file from a backup.`);
  return secret;
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UserError(`The secret in ${file} cannot be read: ${(error as Error).message}.`);
  }
}
