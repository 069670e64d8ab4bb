import { identifyProcess } from './identify-process.ts';
import { readPostmasterPid } from './read-postmaster-pid.ts';

type PostmasterState =
  /** No postmaster runs. A file that names a dead process counts as absent, because PostgreSQL replaces it. */
  | { state: 'absent' }
  /** No postmaster runs, but PostgreSQL would mistake the file for that of a running one and not start. */
  | { state: 'stale'; text: string }
  | { state: 'running'; pid: number; port: number | undefined; status: string }
  /** The file was just created and is still empty. */
  | { state: 'unclear' };

const emptyFileIsStaleAfterMs = 2_000;

/** Checks whether a postmaster runs on a cluster. */
export async function observePostmaster(folder: string): Promise<PostmasterState> {
  const file = await readPostmasterPid(folder);
  if (!file) return { state: 'absent' };
  const { pid, port, status, text } = file;
  if (pid === undefined) return file.ageMs > emptyFileIsStaleAfterMs ? { state: 'stale', text } : { state: 'unclear' };
  const identity = await identifyProcess(pid, folder, file.folder);
  if (identity === 'postmaster') return { state: 'running', pid, port, status };
  return identity === 'dead' ? { state: 'absent' } : { state: 'stale', text };
}
