import { type ClientBase, DatabaseError } from 'pg';

/** What PostgreSQL and PgBouncer call a message that breaks the protocol. */
const PROTOCOL_VIOLATION = '08P01';

/** Whether a pooler stands in between: it makes up the process that it names when a connection opens. */
export async function isBehindPooler(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid !== (client as ClientBase & { processID?: number }).processID;
}

/** PgBouncer refuses a connection with settings that it was not told to ignore. */
export const isSettingRefused = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === PROTOCOL_VIOLATION && error.message.includes('startup parameter');
