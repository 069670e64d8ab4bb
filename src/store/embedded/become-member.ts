import { Socket } from 'node:net';
import { Client } from 'pg';
import { hasCode } from './has-code.ts';
import { observePostmaster } from './observe-postmaster.ts';
import type { Cluster } from './open-cluster.ts';

export interface Member {
  client: Client;
  socket: Socket;
  pid: number;
  port: number;
  /** Settles when the connection is gone, for whatever reason. */
  gone: Promise<void>;
}

/** The advisory lock that every member holds shared, in the database "postgres". No other code may use it there. */
export const membershipKey = '7021796374125263216';

const noTimeouts = ['idle_session_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout', 'lock_timeout']
  .map((name) => `-c ${name}=0`)
  .join(' ');

function openConnection(cluster: Cluster, pid: number, port: number): Member {
  const socket = new Socket();
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'florin',
    password: cluster.password,
    // A connection to "florin" would stand in the way of whoever wants to copy or replace that database.
    database: 'postgres',
    ssl: false,
    application_name: 'florin-member',
    options: noTimeouts,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    stream: () => socket,
  });
  // What an error means shows in `gone` and in the results of the queries; unheard, it would end the process.
  client.on('error', () => {});
  const gone = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
  });
  return { client, socket, pid, port, gone };
}

/** Ends a membership connection whatever state it is in. */
export function closeMember({ client, socket }: Pick<Member, 'client' | 'socket'>): void {
  void client.end().catch(() => {});
  socket.destroySoon();
  socket.unref();
}

/**
 * Connects to a running postmaster and takes the shared lock. Returns the reason as text where that is not
 * possible at the moment; throws where waiting would not help.
 */
export async function becomeMember(cluster: Cluster, pid: number, port: number): Promise<Member | string> {
  const member = openConnection(cluster, pid, port);
  try {
    await member.client.connect();
    const { rows } = await member.client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock_shared(${membershipKey}) AS taken`,
    );
    // A lock that came free because the server is going down is worth nothing. It announces its end in
    // postmaster.pid before it ends any session, so this order of looking leaves no gap.
    const sight = await observePostmaster(cluster.folder);
    const lasts = sight.state === 'running' && sight.pid === pid && sight.status === 'ready';
    if (rows[0]?.taken && lasts) return member;
    closeMember(member);
    return 'its last member is stopping it';
  } catch (error) {
    closeMember(member);
    if (hasCode(error, '28P01', '28000')) {
      throw new Error(
        `The embedded PostgreSQL in ${cluster.folder} does not accept the password in the file postgres-password of ` +
          'the data folder. Put the file that belongs to this database back from a backup.',
        { cause: error },
      );
    }
    if (hasCode(error, '3D000')) {
      throw new Error('The embedded PostgreSQL lacks the database "postgres", through which its members meet.', {
        cause: error,
      });
    }
    return error instanceof Error ? error.message : String(error);
  }
}
