/** The account that PostgreSQL runs as if Florin runs as root. */
export interface PostgresUser {
  name: string;
  uid: number;
  gid: number;
}

/** macOS uses an underscore. `nobody` exists on every system, so it is the last choice. */
const candidates = ['postgres', '_postgres', 'nobody'];

/**
 * Chooses an account from the text of a passwd file. Skips accounts with root's rights, because PostgreSQL does not run
 * as root.
 */
export function choosePostgresUser(passwd: string): PostgresUser | undefined {
  const accounts = passwd.split('\n').flatMap((line) => {
    const [name = '', , uid = '', gid = ''] = line.split(':');
    return /^-?\d+$/.test(uid) && /^-?\d+$/.test(gid) && Number(uid) !== 0
      ? [{ name, uid: Number(uid), gid: Number(gid) }]
      : [];
  });
  for (const candidate of candidates) {
    const account = accounts.find(({ name }) => name === candidate);
    if (account) return account;
  }
  return undefined;
}
