/** The account that PostgreSQL runs under when Florin itself runs as root. */
export interface PostgresUser {
  name: string;
  uid: number;
  gid: number;
}

/** macOS names its account with an underscore; `nobody` is there on every system, so it comes last. */
const candidates = ['postgres', '_postgres', 'nobody'];

/**
 * Picks the account out of the text of a passwd file. Accounts with the rights of root are passed over, because
 * PostgreSQL refuses those whatever they are called.
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
