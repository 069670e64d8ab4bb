import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresUser } from './choose-postgres-user.ts';
import { type Binaries, findBinaries } from './find-binaries.ts';
import { hasCode } from './has-code.ts';
import { initializeCluster } from './initialize-cluster.ts';
import { locateCluster } from './locate-cluster.ts';
import { readyBinaries } from './ready-binaries.ts';
import { tryLock } from './try-lock.ts';
import { writeAtomically } from './write-atomically.ts';

export interface Cluster {
  folder: string;
  logFile: string;
  lockFile: string;
  user: PostgresUser | undefined;
  binaries: Binaries;
  password: string;
  log: (line: string) => void;
}

const initializationTimeoutMs = 120_000;

async function makeDataFolder(dataDir: string): Promise<string> {
  // The PostgreSQL account must be able to pass through root's folder to the cluster, but not to list it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  const created = await mkdir(dataDir, { recursive: true, mode }).catch((error: unknown) => {
    throw new Error(`The data folder ${dataDir} cannot be created: ${(error as Error).message}. Set FLORIN_DATA_DIR.`);
  });
  if (created !== undefined) await chmod(dataDir, mode);
  return realpath(dataDir);
}

async function readPassword(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new Error(
      `This account cannot read the password of the embedded PostgreSQL in ${file}. Allow it to read the file.`,
      {
        cause: error,
      },
    );
  }
}

async function makePassword(file: string): Promise<string> {
  const password = randomBytes(32).toString('base64url');
  await writeAtomically(file, `${password}\n`);
  return password;
}

async function waitForLock(lockFile: string): Promise<() => void> {
  const deadline = Date.now() + initializationTimeoutMs;
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

/** Finds the cluster of a data folder and everything needed to run it. Creates the cluster on the first start. */
export async function openCluster(dataDir: string, log: (line: string) => void): Promise<Cluster> {
  const home = await makeDataFolder(dataDir);
  const lockFile = join(home, 'postgres-lock');
  const passwordFile = join(home, 'postgres-password');
  let site = await locateCluster(home);
  const binaries = await readyBinaries(await findBinaries(), site.user);

  if (site.version === undefined) {
    const release = await waitForLock(lockFile);
    try {
      site = await locateCluster(home);
      if (site.version === undefined) {
        log(`Initializing the embedded PostgreSQL in ${site.folder} (first start only) …`);
        const password = (await readPassword(passwordFile)) ?? (await makePassword(passwordFile));
        await initializeCluster(site, binaries, password);
        site = await locateCluster(home);
      }
    } finally {
      release();
    }
  }

  const { folder, user, version } = site;
  if (version !== binaries.major) {
    throw new Error(
      `The database in ${folder} was created by PostgreSQL ${version}, but this version of Florin includes PostgreSQL ` +
        `${binaries.major}, which cannot read it. Start the version of Florin that created it, dump the database, and load ` +
        'the dump into an empty data folder of this version.',
    );
  }
  const password = await readPassword(passwordFile);
  if (password === undefined) {
    throw new Error(
      `The password file ${passwordFile} of the database in ${folder} is missing. Restore it from a ` +
        `backup, or write a new password to it and set the same password for the role "florin" in single-user mode ` +
        `(${binaries.postgres} --single -D ${folder} postgres).`,
    );
  }
  return { folder, logFile: join(folder, 'postgres.log'), lockFile, user, binaries, password, log };
}
