import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { PostgresUser } from './choose-postgres-user.ts';
import { copyBinaries } from './copy-binaries.ts';
import { type Binaries, binariesIn } from './find-binaries.ts';
import { makeSystemFolder } from './make-system-folder.ts';
import { runProgram } from './run-program.ts';

interface ReadyBinaries extends Binaries {
  /** The major version, which decides whether a cluster fits. */
  major: string;
}

async function tryBinaries(binaries: Binaries, user: PostgresUser | undefined) {
  // Both are tried, since they are linked with different libraries.
  const runs = await Promise.all([
    runProgram(binaries.postgres, ['--version'], { user }),
    runProgram(binaries.initdb, ['--version'], { user }),
  ]);
  const major = /\(PostgreSQL\) (\d+)/.exec(runs[0].output)?.[1];
  const works = major !== undefined && runs.every((run) => run.succeeded);
  return works ? { works, major } : { works, complaint: runs.map((run) => run.output.trim()).join('\n') };
}

/**
 * Makes sure that the programs run under the account they are meant for. Where the account cannot reach them, as
 * in a checkout below a closed /root, they are copied to a place that everybody may read.
 */
export async function readyBinaries(
  binaries: Binaries,
  user: PostgresUser | undefined,
  copyTo: () => Promise<string> = () => makeSystemFolder('binaries'),
): Promise<ReadyBinaries> {
  let tried = await tryBinaries(binaries, user);
  if (tried.works) return { ...binaries, major: tried.major };
  if (user) {
    const shelf = await copyTo();
    const copy = binariesIn(`${shelf}/${binaries.label}`, binaries.label);
    // Asked before the trial, so that a copy which another process finishes in between is not taken for a broken one.
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
      `Install what is missing, or let Florin use a PostgreSQL server of your own. They say:\n${tried.complaint}`,
  );
}
