import type { PostgresUser } from './choose-postgres-user.ts';

interface Limits {
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
}

/** What the loader, a shell and Windows need. Other variables may be secrets of Florin. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir', 'ComSpec', 'PATHEXT'];

/** The spawn options of every PostgreSQL process: its account, and an environment without Florin's variables. */
export function limitProcess(user: PostgresUser | undefined): Limits {
  const env: NodeJS.ProcessEnv = {};
  for (const name of passedOn) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  // Log messages are matched as text, so they must not be translated. On macOS, a server without LC_ALL does not start.
  env['LC_ALL'] = 'C';
  // Node expects signed 32-bit IDs, but some accounts (such as nobody on macOS) have larger ones.
  return user ? { env, uid: user.uid | 0, gid: user.gid | 0 } : { env };
}
