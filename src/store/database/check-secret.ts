import { createHmac } from 'node:crypto';
import { UserError } from '../../domain/user-error.ts';
import type { Database } from './database.ts';

const NAME = 'secret_fingerprint';

const fingerprint = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(`florin secret fingerprint${purpose}`).digest('hex');

/** Of a database that may hold sealed values of a version that did not bind them to their rows. */
const looseFingerprint = (secret: string): string => fingerprint(secret, '');

/** Of a database in which every sealed value is bound to its row. */
export const boundFingerprint = (secret: string): string => fingerprint(secret, ', bound');

/**
 * Nodes with different secrets could not read each other's sealed data. The first start stores a fingerprint of its
 * secret, and every later start must know the secret. Returns whether all sealed values are bound to their rows.
 */
export async function checkSecret(
  database: Database,
  { secret, previous }: { secret: string; previous: string | undefined },
): Promise<{ boundOnly: boolean }> {
  await database.query({
    name: 'leave-fingerprint',
    text: 'INSERT INTO florin_control.settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [NAME, boundFingerprint(secret)],
  });
  const [row] = await database.query<{ value: string }>({
    name: 'read-fingerprint',
    text: 'SELECT value FROM florin_control.settings WHERE name = $1',
    values: [NAME],
  });
  const known = previous === undefined ? [secret] : [secret, previous];
  if (known.some((one) => row?.value === boundFingerprint(one))) return { boundOnly: true };
  if (known.some((one) => row?.value === looseFingerprint(one))) return { boundOnly: false };
  throw new UserError(
    'This database was set up with another FLORIN_SECRET. Set FLORIN_SECRET to the original value ' +
      '(it is in the file "secret" in the data folder of the first start). To change the secret, set ' +
      'FLORIN_SECRET_PREVIOUS to the original value.',
  );
}
