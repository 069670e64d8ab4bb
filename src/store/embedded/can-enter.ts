import type { PostgresUser } from './choose-postgres-user.ts';
import { runProgram } from './run-program.ts';

/**
 * Whether an account may enter a folder, found out by doing it: the mode bits of the folder and its parents do
 * not tell of access lists, group memberships or file systems that treat root like anybody else. initdb needs
 * /bin/sh as well, so its presence is no further demand.
 */
export async function canEnter(user: PostgresUser, folder: string): Promise<boolean> {
  const { succeeded } = await runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { user });
  return succeeded;
}
