import type { PostgresUser } from './choose-postgres-user.ts';
import { runProgram } from './run-program.ts';

/**
 * Tests access by entering the folder, because mode bits do not show access lists, group memberships or file systems
 * that restrict root. initdb needs /bin/sh anyway.
 */
export async function canEnter(user: PostgresUser, folder: string): Promise<boolean> {
  const { succeeded } = await runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { user });
  return succeeded;
}
