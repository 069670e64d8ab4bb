import { readFile, stat } from 'node:fs/promises';
import { hasCode } from './has-code.ts';
import { runProgram } from './run-program.ts';

/** A zombie counts as "other", because it no longer runs, although its process ID is taken. */
type Identity = 'postmaster' | 'other' | 'dead';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

async function identifyOnLinux(pid: number, folder: string, folderWhenStarted: string): Promise<Identity> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    const afterName = status.lastIndexOf(')');
    const name = status.slice(status.indexOf('(') + 1, afterName);
    const state = status.slice(afterName + 2, afterName + 3);
    if (name !== 'postgres' || state === 'Z' || state === 'X') return 'other';
    try {
      const [worksIn, cluster] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(folder)]);
      return worksIn.dev === cluster.dev && worksIn.ino === cluster.ino ? 'postmaster' : 'other';
    } catch (error) {
      if (!hasCode(error, 'EACCES', 'EPERM')) throw error;
      // In a container, root often lacks the capability to inspect processes of other accounts. But everyone can read
      // the command line, which only the postmaster leaves unchanged.
      const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
      const given = args[args.indexOf('-D') + 1];
      return given === folder || given === folderWhenStarted ? 'postmaster' : 'other';
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return isAlive(pid) ? 'other' : 'dead';
    throw error;
  }
}

/** Whether a process ID belongs to a postmaster of this cluster. */
export async function identifyProcess(pid: number, folder: string, folderWhenStarted: string): Promise<Identity> {
  if (!isAlive(pid)) return 'dead';
  if (process.platform === 'linux') return identifyOnLinux(pid, folder, folderWhenStarted);
  if (process.platform === 'win32') {
    // Windows shows neither the folder nor the arguments without further tools, so any postgres.exe matches.
    const { output } = await runProgram('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { user: undefined });
    return /postgres/i.test(output) ? 'postmaster' : 'other';
  }
  const { output } = await runProgram('/bin/ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)], {
    user: undefined,
  });
  const isOurs = output.includes('postgres') && [folder, folderWhenStarted].some((path) => output.includes(path));
  return isOurs && !output.trim().startsWith('Z') ? 'postmaster' : 'other';
}
