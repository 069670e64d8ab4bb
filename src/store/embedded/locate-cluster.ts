import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canEnter } from './can-enter.ts';
import { choosePostgresUser, type PostgresUser } from './choose-postgres-user.ts';
import { hasCode } from './has-code.ts';
import { makeSystemFolder } from './make-system-folder.ts';

export interface Site {
  folder: string;
  /** Undefined if PostgreSQL runs as the same account as Florin. */
  user: PostgresUser | undefined;
  /** The major version of the cluster; undefined if there is none yet. */
  version: string | undefined;
  /** The file that stores the folder's path if the folder is outside the data folder. */
  locationFile: string | undefined;
}

const isRoot = () => process.getuid?.() === 0;

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (!hasCode(error, 'EACCES', 'EPERM')) throw error;
    throw new Error(
      `This account cannot read ${file}. Start Florin with the account that started it first, or as root.`,
      { cause: error },
    );
  }
}

/** PostgreSQL starts only as the owner of the cluster, so an existing cluster determines the account. */
async function findOwner(folder: string): Promise<PostgresUser | undefined> {
  if (!isRoot()) return undefined;
  const { uid, gid } = await stat(folder);
  const owner = { name: `the owner of ${folder} (uid ${uid})`, uid, gid };
  if (uid === 0) {
    throw new Error(
      `The database folder ${folder} belongs to root, but PostgreSQL does not run as root. ` +
        'Change its owner to the account "postgres" or "nobody" (chown -R).',
    );
  }
  if (await canEnter(owner, folder)) return owner;
  throw new Error(
    `The database folder ${folder} belongs to uid ${uid}, but that account cannot enter one of the folders above ` +
      'it. Allow access to them (chmod o+x).',
  );
}

async function planCluster(dataDir: string, folder: string, locationFile: string): Promise<Site> {
  const found = await readdir(folder).catch(() => []);
  if (found.length > 0) {
    throw new Error(
      `The folder ${folder} is not empty, but contains no PostgreSQL database. Move it away to start with an empty database.`,
    );
  }
  if (!isRoot()) return { folder, user: undefined, version: undefined, locationFile: undefined };
  const user = choosePostgresUser(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  if (!user) {
    throw new Error(
      'PostgreSQL does not run as root, and this system has neither an account "postgres" nor "nobody". ' +
        'Add one, or start Florin with an ordinary account.',
    );
  }
  if (await canEnter(user, dataDir)) return { folder, user, version: undefined, locationFile: undefined };
  const elsewhere = join(await makeSystemFolder(), randomBytes(8).toString('hex'));
  return { folder: elsewhere, user, version: undefined, locationFile };
}

/** Finds the cluster of a data folder or, if there is none yet, the folder to create it in. */
export async function locateCluster(dataDir: string): Promise<Site> {
  const locationFile = join(dataDir, 'postgres-location');
  const location = await readIfExists(locationFile);
  const folder = location ?? join(dataDir, 'postgres');
  const version = await readIfExists(join(folder, 'PG_VERSION'));
  if (version !== undefined) return { folder, user: await findOwner(folder), version, locationFile: undefined };
  if (location !== undefined) {
    // The file is written after the cluster is complete, so the cluster existed once. Creating an empty one would
    // hide the loss.
    throw new Error(
      `The database of this data folder should be in ${location} (according to ${locationFile}), but it is missing. ` +
        `Restore it from a backup, or delete ${locationFile} to start with an empty database.`,
    );
  }
  return planCluster(dataDir, folder, locationFile);
}
