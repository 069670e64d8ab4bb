import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canEnter } from './can-enter.ts';
import { choosePostgresUser, type PostgresUser } from './choose-postgres-user.ts';
import { hasCode } from './has-code.ts';
import { makeSystemFolder } from './make-system-folder.ts';

export interface Site {
  folder: string;
  /** Undefined where PostgreSQL runs under the account of Florin itself. */
  user: PostgresUser | undefined;
  /** The major version of the cluster, or undefined where there is none yet. */
  version: string | undefined;
  /** The file that has to name the folder, where it does not lie in the data folder. */
  locationFile: string | undefined;
}

const isRoot = () => process.getuid?.() === 0;

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (!hasCode(error, 'EACCES', 'EPERM')) throw error;
    throw new Error(
      `This account may not read ${file}. Start Florin under the account that started it here first, or as root.`,
      { cause: error },
    );
  }
}

/** PostgreSQL only starts under the owner of the cluster, whoever a fresh choice would fall on today. */
async function findOwner(folder: string): Promise<PostgresUser | undefined> {
  if (!isRoot()) return undefined;
  const { uid, gid } = await stat(folder);
  const owner = { name: `the owner of ${folder} (uid ${uid})`, uid, gid };
  if (uid === 0) {
    throw new Error(
      `The database folder ${folder} belongs to root, under whom PostgreSQL refuses to run. ` +
        'Give it, with all it holds, to the account "postgres" or "nobody" (chown -R).',
    );
  }
  if (await canEnter(owner, folder)) return owner;
  throw new Error(
    `The database folder ${folder} belongs to uid ${uid}, but that account cannot enter one of the folders above ` +
      'it. Give them the right to be entered (chmod o+x).',
  );
}

async function planCluster(dataDir: string, folder: string, locationFile: string): Promise<Site> {
  const found = await readdir(folder).catch(() => []);
  if (found.length > 0) {
    throw new Error(
      `The folder ${folder} is not empty, but holds no PostgreSQL database. Move it away to begin with an empty one.`,
    );
  }
  if (!isRoot()) return { folder, user: undefined, version: undefined, locationFile: undefined };
  const user = choosePostgresUser(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  if (!user) {
    throw new Error(
      'PostgreSQL refuses to run as root, and this system has neither an account "postgres" nor "nobody" for it. ' +
        'Add one, or start Florin under an ordinary account.',
    );
  }
  if (await canEnter(user, dataDir)) return { folder, user, version: undefined, locationFile: undefined };
  const elsewhere = join(await makeSystemFolder(), randomBytes(8).toString('hex'));
  return { folder: elsewhere, user, version: undefined, locationFile };
}

/** Finds the cluster that belongs to a data folder or, where there is none yet, the place to make it. */
export async function locateCluster(dataDir: string): Promise<Site> {
  const locationFile = join(dataDir, 'postgres-location');
  const location = await readIfThere(locationFile);
  const folder = location ?? join(dataDir, 'postgres');
  const version = await readIfThere(join(folder, 'PG_VERSION'));
  if (version !== undefined) return { folder, user: await findOwner(folder), version, locationFile: undefined };
  if (location !== undefined) {
    // The file is written after the cluster is whole, so the cluster was there once. An empty one in its place
    // would hide the loss.
    throw new Error(
      `The database of this data folder lies in ${location} (so says ${locationFile}), but there is none. ` +
        `Put it back from a backup, or remove ${locationFile} to begin with an empty database.`,
    );
  }
  return planCluster(dataDir, folder, locationFile);
}
