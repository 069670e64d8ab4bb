import type { Client } from 'pg';
import { UserError } from '../../domain/user-error.ts';
import { databaseAway } from '../database/database.ts';
import { isBehindPooler, isSettingRefused } from '../database/detect-pooler.ts';
import { PrimaryClient } from '../database/primary-client.ts';

/** Copying takes as long as it takes, and its text must not depend on the settings of the server or the role. */
const SETTINGS = [
  'statement_timeout=0',
  'lock_timeout=0',
  'idle_in_transaction_session_timeout=0',
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'bytea_output=hex',
  'extra_float_digits=3',
  'client_encoding=UTF8',
  // A client that is gone without a word must not keep its locks for hours.
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
];

const POOLED =
  'Backups, restores and moves need a connection to PostgreSQL itself, and this URL leads to a pooler. Set ' +
  'FLORIN_DATABASE_DIRECT_URL, and give data stores a URL that leads past it.';

/** A connection for one long transaction, and for the lock of a restore, which outlasts transactions. */
export async function openClient(url: string, applicationName: string): Promise<Client> {
  const client = new PrimaryClient({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
  });
  // A lost connection shows up in the statement that needs it.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw isSettingRefused(error) ? new UserError(POOLED) : databaseAway(error);
  }
  if (!(await isBehindPooler(client))) return client;
  await client.end();
  throw new UserError(POOLED);
}
