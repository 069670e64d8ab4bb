import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../domain/user-error.ts';
import type { Credentials, Profiles } from '../ports/profiles.ts';
import { writeOnce } from './write-once.ts';

/** Standard Webhooks asks for 24 to 64 bytes. */
const WEBHOOK_SECRET_BYTES = 24;
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Stores each profile in a file of the person's configuration folder, and its webhook secret in another one beside it. */
export function createProfiles(folder: string): Profiles {
  const fileOf = (name: string, ending: string): string => {
    if (!NAME.test(name)) {
      throw new UserError('Name a profile with at most 64 letters, digits, hyphens and underscores.', 'usage');
    }
    return join(folder, `${name}.${ending}`);
  };
  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });

  return {
    async find(name) {
      const file = fileOf(name, 'json');
      const text = await readPrivate(file);
      return text === undefined ? undefined : parse(text, file);
    },

    async save(name, { url, publicKey, privateKey }) {
      const file = fileOf(name, 'json');
      await makeFolder();
      const draft = `${file}.${randomBytes(6).toString('hex')}`;
      const text = JSON.stringify({ url, public_key: publicKey, private_key: privateKey }, null, 2);
      await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
      await rename(draft, file);
      return file;
    },

    async remove(name) {
      try {
        await rm(fileOf(name, 'json'));
        return true;
      } catch (error) {
        return rethrowUnlessMissing(error) ?? false;
      }
    },

    async webhookSecret(name) {
      const file = fileOf(name, 'webhook-secret');
      const existing = await readPrivate(file);
      if (existing !== undefined) return existing.trim();
      await makeFolder();
      await writeOnce(file, `whsec_${randomBytes(WEBHOOK_SECRET_BYTES).toString('base64')}\n`);
      return (await readFile(file, 'utf8')).trim();
    },
  };
}

function parse(text: string, file: string): Credentials {
  try {
    const stored = JSON.parse(text) as Record<string, unknown> | null;
    const [url, publicKey, privateKey] = [stored?.['url'], stored?.['public_key'], stored?.['private_key']];
    if (typeof url === 'string' && typeof publicKey === 'string' && typeof privateKey === 'string') {
      return { url, publicKey, privateKey };
    }
  } catch {
    // Invalid JSON is reported like JSON of the wrong shape.
  }
  throw new UserError(`${file} is damaged. Run "npx florin login" again.`);
}

/** Undefined if there is no such file. Windows has no modes. */
async function readPrivate(file: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new UserError(`Others can read ${file}. Run "chmod 600 ${file}".`);
    }
    return await readFile(file, 'utf8');
  } catch (error) {
    return rethrowUnlessMissing(error);
  }
}

function rethrowUnlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
