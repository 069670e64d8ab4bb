import type { PostgresUser } from './choose-postgres-user.ts';

interface Limits {
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
}

/** What the loader, a shell and Windows need; everything else in the environment may be a secret of Florin's. */
const kept = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir', 'ComSpec', 'PATHEXT'];

/** The spawn options of every PostgreSQL process: its account, and an environment without Florin's own. */
export function limitProcess(user: PostgresUser | undefined): Limits {
  const env: NodeJS.ProcessEnv = {};
  for (const name of kept) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  // Messages are matched as text, so they must not be translated; on macOS a server without LC_ALL does not start.
  env['LC_ALL'] = 'C';
  // Node takes 32-bit signed ids here, whereas the ids of some accounts (nobody on macOS) are above that range.
  return user ? { env, uid: user.uid | 0, gid: user.gid | 0 } : { env };
}
