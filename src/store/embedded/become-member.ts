import { Socket } from 'node:net';
import { Client } from 'pg';
import { hasCode } from './has-code.ts';
import { observePostmaster } from './observe-postmaster.ts';
import type { Cluster } from './open-cluster.ts';
import { ADMIN_ROLE } from './roles.ts';

export interface Member {
  client: Client;
  socket: Socket;
  pid: number;
  port: number;
  /** Resolves when the connection has ended, for any reason. */
  gone: Promise<void>;
}

/** The advisory lock that every member holds in shared mode, in the database "postgres". Nothing else may use it there. */
export const membershipKey = '7021796374125263216';

const noTimeouts = ['idle_session_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout', 'lock_timeout']
  .map((name) => `-c ${name}=0`)
  .join(' ');

function openConnection(cluster: Cluster, pid: number, port: number): Member {
  const socket = new Socket();
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: ADMIN_ROLE,
    password: cluster.password,
    // A connection to "florin" would block operators who want to copy or replace that database.
    database: 'postgres',
    ssl: false,
    application_name: 'florin-member',
    options: noTimeouts,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    stream: () => socket,
  });
  // Errors show up in `gone` and in query results. Without a listener, they would end the process.
  client.on('error', () => {});
  const gone = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
  });
  return { client, socket, pid, port, gone };
}

/** Ends a member's connection in any state. */
export function closeMember({ client, socket }: Pick<Member, 'client' | 'socket'>): void {
  void client.end().catch(() => {});
  socket.destroySoon();
  socket.unref();
}

/**
 * Connects to a running postmaster and takes the shared lock. Returns the reason if this is not possible at the moment,
 * and throws if waiting would not help.
 */
export async function becomeMember(cluster: Cluster, pid: number, port: number): Promise<Member | string> {
  const member = openConnection(cluster, pid, port);
  try {
    await member.client.connect();
    const { rows } = await member.client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock_shared(${membershipKey}) AS taken`,
    );
    // The lock may be free only because the server is stopping. The server writes this to postmaster.pid before it
    // ends sessions, so checking the file after the lock leaves no gap.
    const observed = await observePostmaster(cluster.folder);
    const isReady = observed.state === 'running' && observed.pid === pid && observed.status === 'ready';
    if (rows[0]?.taken && isReady) return member;
    closeMember(member);
    return 'its last member is stopping it';
  } catch (error) {
    closeMember(member);
    if (hasCode(error, '28P01', '28000')) {
      throw new Error(
        `The embedded PostgreSQL in ${cluster.folder} rejected the password in the file postgres-password of ` +
          'the data folder. Restore that file from a backup.',
        { cause: error },
      );
    }
    if (hasCode(error, '3D000')) {
      throw new Error('The embedded PostgreSQL has no database "postgres". Create it: Florin uses it for its locks.', {
        cause: error,
      });
    }
    return error instanceof Error ? error.message : String(error);
  }
}
