import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresUser } from './choose-postgres-user.ts';
import { type Binaries, findBinaries } from './find-binaries.ts';
import { hasCode } from './has-code.ts';
import { initialiseCluster } from './initialise-cluster.ts';
import { locateCluster } from './locate-cluster.ts';
import { readyBinaries } from './ready-binaries.ts';
import { tryLock } from './try-lock.ts';
import { writeAtomically } from './write-atomically.ts';

export interface Cluster {
  folder: string;
  log: string;
  lockFile: string;
  user: PostgresUser | undefined;
  binaries: Binaries;
  password: string;
  say: (line: string) => void;
}

const initialisationPatienceMs = 120_000;

async function makeDataFolder(dataDir: string): Promise<string> {
  // Another account has to pass through a folder of root's to reach the cluster; it need not see what is in it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  const created = await mkdir(dataDir, { recursive: true, mode });
  if (created !== undefined) await chmod(dataDir, mode);
  return realpath(dataDir);
}

async function readPassword(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new Error(`The password of the embedded PostgreSQL in ${file} cannot be read by this account.`, {
      cause: error,
    });
  }
}

async function makePassword(file: string): Promise<string> {
  const password = randomBytes(32).toString('base64url');
  await writeAtomically(file, `${password}\n`);
  return password;
}

async function lockPatiently(lockFile: string): Promise<() => void> {
  const deadline = Date.now() + initialisationPatienceMs;
  for (;;) {
    const release = tryLock(lockFile);
    if (release) return release;
    if (Date.now() > deadline) {
      throw new Error(
        `Another process has held ${lockFile} for two minutes without finishing the first start. End it, then try again.`,
      );
    }
    await pause(50);
  }
}

/** Finds the cluster of a data folder and all that is needed to run it; the first start makes the cluster. */
export async function openCluster(dataDir: string, say: (line: string) => void): Promise<Cluster> {
  const home = await makeDataFolder(dataDir);
  const lockFile = join(home, 'postgres-lock');
  const passwordFile = join(home, 'postgres-password');
  let site = await locateCluster(home);
  const binaries = await readyBinaries(await findBinaries(), site.user);

  if (site.version === undefined) {
    const release = await lockPatiently(lockFile);
    try {
      site = await locateCluster(home);
      if (site.version === undefined) {
        say(`Initialising the embedded PostgreSQL in ${site.folder} (first start only) …`);
        const password = (await readPassword(passwordFile)) ?? (await makePassword(passwordFile));
        await initialiseCluster(site, binaries, password);
        site = await locateCluster(home);
      }
    } finally {
      release();
    }
  }

  const { folder, user, version } = site;
  if (version !== binaries.major) {
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${version}, but this Florin brings PostgreSQL ` +
        `${binaries.major}, which cannot read it. Start the Florin that made it, dump the database there and load ` +
        'the dump into an empty data folder here.',
    );
  }
  const password = await readPassword(passwordFile);
  if (password === undefined) {
    throw new Error(
      `The database in ${folder} is there, but its password in ${passwordFile} is not. Put the file back from a ` +
        `backup, or write a new password into it and set the same one for the role "florin" in single-user mode ` +
        `(${binaries.postgres} --single -D ${folder} postgres).`,
    );
  }
  return { folder, log: join(folder, 'postgres.log'), lockFile, user, binaries, password, say };
}
