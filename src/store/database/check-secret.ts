import { createHmac } from 'node:crypto';
import { UserError } from '../../domain/user-error.ts';
import type { Database } from './database.ts';
import type { Finding } from './inspect-database.ts';

const NAME = 'secret_fingerprint';

const fingerprint = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(`florin secret fingerprint${purpose}`).digest('hex');

/** Of a database that may hold sealed values of a version that did not bind them to their rows. */
const looseFingerprint = (secret: string): string => fingerprint(secret, '');

/** Of a database in which every sealed value is bound to its row. */
export const boundFingerprint = (secret: string): string => fingerprint(secret, ', bound');

/** The secret, and the one before it while it is being changed. */
interface Secrets {
  secret: string;
  previous: string | undefined;
}

type KnownSecrets = { [Name in keyof Secrets]: Secrets[Name] | undefined };

export const OTHER_SECRET =
  'This database was set up with another secret. Set FLORIN_SECRET to the original value, or put it back into the file ' +
  '"secret" in the data folder. To change the secret, set FLORIN_SECRET_PREVIOUS to the original value.';

/**
 * Nodes with different secrets could not read each other's sealed data. The first start stores a fingerprint of its
 * secret, and every later start must know the secret. Returns whether all sealed values are bound to their rows.
 */
export async function checkSecret(database: Database, secrets: Secrets): Promise<{ boundOnly: boolean }> {
  await database.query({
    name: 'leave-fingerprint',
    text: 'INSERT INTO florin_control.settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [NAME, boundFingerprint(secrets.secret)],
  });
  const known = await findFingerprint(database);
  const { isBound, isLoose } = compareFingerprint(known, secrets);
  if (!isBound && !isLoose) throw new UserError(OTHER_SECRET);
  return { boundOnly: isBound };
}

/** For `florin doctor`: whether a start with these secrets would succeed. */
export async function inspectSecret(database: Database, secrets: KnownSecrets): Promise<Finding> {
  const name = 'secret of the database';
  const known = await findFingerprint(database);
  if (known === undefined) return { name, ok: true, detail: 'none yet' };
  const { isBound, isLoose } = compareFingerprint(known, secrets);
  return isBound || isLoose ? { name, ok: true, detail: 'matches' } : { name, ok: false, detail: OTHER_SECRET };
}

/** Whether one of the secrets has this fingerprint, and whether all sealed values of its database are bound to their rows. */
export function compareFingerprint(known: string | undefined, { secret, previous }: KnownSecrets) {
  const candidates = [secret, previous].filter((one) => one !== undefined);
  return {
    isBound: candidates.some((one) => known === boundFingerprint(one)),
    isLoose: candidates.some((one) => known === looseFingerprint(one)),
  };
}

async function findFingerprint(database: Database): Promise<string | undefined> {
  const [row] = await database.query<{ value: string }>({
    name: 'read-fingerprint',
    text: 'SELECT value FROM florin_control.settings WHERE name = $1',
    values: [NAME],
  });
  return row?.value;
}
