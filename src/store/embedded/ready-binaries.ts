import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { PostgresUser } from './choose-postgres-user.ts';
import { copyBinaries } from './copy-binaries.ts';
import { type Binaries, binariesIn } from './find-binaries.ts';
import { makeSystemFolder } from './make-system-folder.ts';
import { runProgram } from './run-program.ts';

interface ReadyBinaries extends Binaries {
  /** The major version, which must match that of the cluster. */
  major: string;
}

async function tryBinaries(binaries: Binaries, user: PostgresUser | undefined) {
  // Both are tried, because they are linked with different libraries.
  const runs = await Promise.all([
    runProgram(binaries.postgres, ['--version'], { user }),
    runProgram(binaries.initdb, ['--version'], { user }),
  ]);
  const major = /\(PostgreSQL\) (\d+)/.exec(runs[0].output)?.[1];
  const works = major !== undefined && runs.every((run) => run.succeeded);
  return works ? { works, major } : { works, complaint: runs.map((run) => run.output.trim()).join('\n') };
}

/**
 * Checks that the programs run as the intended account. If the account cannot reach them, such as in a checkout below
 * /root, they are copied to a folder that everyone can read.
 */
export async function readyBinaries(
  binaries: Binaries,
  user: PostgresUser | undefined,
  copyTo: () => Promise<string> = () => makeSystemFolder('binaries'),
): Promise<ReadyBinaries> {
  let tried = await tryBinaries(binaries, user);
  if (tried.works) return { ...binaries, major: tried.major };
  if (user) {
    const folder = await copyTo();
    const copy = binariesIn(`${folder}/${binaries.label}`, binaries.label);
    // Checked before the trial, so a copy that another process completes in between is not treated as broken.
    const present = existsSync(copy.native);
    tried = await tryBinaries(copy, user);
    if (!tried.works) {
      if (present) await rm(copy.native, { recursive: true, force: true });
      await copyBinaries(binaries.native, copy.native);
      tried = await tryBinaries(copy, user);
    }
    if (tried.works) return { ...copy, major: tried.major };
  }
  throw new Error(
    `The PostgreSQL programs in ${binaries.native} do not run${user ? ` as ${user.name}` : ''} on this machine. ` +
      `Install what is missing, or set DATABASE_URL to use your own PostgreSQL server. Their output:\n${tried.complaint}`,
  );
}
