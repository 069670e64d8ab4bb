import { createHmac } from 'node:crypto';
import { UserError } from '../../domain/user-error.ts';
import type { Database } from './database.ts';

/**
 * Nodes with different secrets could not read each other's sealed data. The first start stores a fingerprint of its
 * secret, and every later start must have the same one.
 */
export async function checkSecret(database: Database, secret: string): Promise<void> {
  const fingerprint = createHmac('sha256', secret).update('florin secret fingerprint').digest('hex');
  await database.query({
    name: 'leave-fingerprint',
    text: `INSERT INTO florin_control.settings (name, value) VALUES ('secret_fingerprint', $1) ON CONFLICT DO NOTHING`,
    values: [fingerprint],
  });
  const [row] = await database.query<{ value: string }>({
    name: 'read-fingerprint',
    text: `SELECT value FROM florin_control.settings WHERE name = 'secret_fingerprint'`,
    values: [],
  });
  if (row?.value !== fingerprint) {
    throw new UserError(
      'This database was set up with another FLORIN_SECRET. Set FLORIN_SECRET to the original value ' +
        '(it is in the file "secret" in the data folder of the first start).',
    );
  }
}
