import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { hasCode } from './has-code.ts';
import { makeVerifier } from './make-verifier.ts';
import type { Cluster } from './open-cluster.ts';
import { ADMIN_ROLE, SERVER_ROLE } from './roles.ts';

/** An arbitrary constant that must be the same in all processes. */
const LOCK = '7021796374125263217';
const LOCK_MS_MAX = 10_000;
const CONNECT_MS_MAX = 5_000;
const PATIENCE_MS = 30_000;
const PAUSE_MS = 100;

/**
 * Whether the role may do what Florin needs and nothing else. It may create schemas in the database and does not own it: an owner
 * chooses settings for every connection, the superuser's included. Settings of the role itself could keep the server from starting.
 */
const HAS_RIGHTS = `
  SELECT r.rolcanlogin AND NOT (r.rolsuper OR r.rolcreatedb OR r.rolcreaterole OR r.rolreplication OR r.rolbypassrls)
    AND d.datdba <> r.oid AND has_database_privilege(r.oid, d.oid, 'CREATE')
    AND ARRAY(SELECT roleid::regrole::text FROM pg_auth_members WHERE member = r.oid) = ARRAY['pg_read_all_stats']
    AND NOT EXISTS (SELECT FROM pg_db_role_setting WHERE setrole = r.oid AND setdatabase IN (0, d.oid)) AS is_limited
  FROM pg_roles r, pg_database d WHERE r.rolname = '${SERVER_ROLE}' AND d.datname = current_database()`;

/**
 * What the role does not own yet: everything in a data folder from before the role existed, and what such a version added since.
 * A sequence of a column belongs to the owner of its table.
 */
const NOT_OWNED = `
  WITH server AS (SELECT oid FROM pg_roles WHERE rolname = '${SERVER_ROLE}'),
    schemas AS (SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname LIKE 'florin\\_%')
  SELECT 'SCHEMA ' || quote_ident(nspname) AS object FROM schemas, server WHERE nspowner <> server.oid
  UNION ALL SELECT 'TABLE ' || c.oid::regclass FROM pg_class c JOIN schemas s ON s.oid = c.relnamespace, server
    WHERE c.relkind IN ('r', 'p', 'v', 'S') AND c.relowner <> server.oid
      AND NOT (c.relkind = 'S' AND EXISTS (SELECT FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')))
  UNION ALL SELECT 'ROUTINE ' || p.oid::regprocedure FROM pg_proc p JOIN schemas s ON s.oid = p.pronamespace, server
    WHERE p.proowner <> server.oid`;

/** Makes sure that the program's role exists, has the cluster's password and owns Florin's schemas, and can do nothing else. */
export async function limitRole(cluster: Cluster, port: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      if (!(await isLimited(cluster, port))) await handOver(cluster, port);
      return;
    } catch (error) {
      // An operator may be about to replace the database. What needs it says that it is missing.
      if (hasCode(error, '3D000')) return;
      if (!isPassing(error) || Date.now() > deadline) throw explain(error);
    }
    await pause(PAUSE_MS);
  }
}

/** The server is starting again, or another process uses the tables in another order. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Error && 'severity' in error) || hasCode(error, '57P01', '57P02', '57P03', '40P01');

function explain(error: unknown): unknown {
  if (!hasCode(error, '55P03')) return error;
  const message =
    'This version takes over the tables of the embedded PostgreSQL, but another process keeps using them. ' +
    'Stop every other process of Florin on this data folder, then start again.';
  return new Error(message, { cause: error });
}

async function isLimited(cluster: Cluster, port: number): Promise<boolean> {
  try {
    return await connected(cluster, port, SERVER_ROLE, async (client) => {
      const { rows: rights } = await client.query<{ is_limited: boolean }>(HAS_RIGHTS);
      const { rows: foreign } = await client.query(`${NOT_OWNED} LIMIT 1`);
      return rights[0]?.is_limited === true && foreign.length === 0;
    });
  } catch (error) {
    // The role is missing, has another password, may not connect, or has a setting with which nothing works.
    if (hasCode(error, '28P01', '28000', '42501', '58P01', '57014')) return false;
    throw error;
  }
}

async function handOver(cluster: Cluster, port: number): Promise<void> {
  await connected(cluster, port, ADMIN_ROLE, async (client) => {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS_MAX}; SELECT pg_advisory_xact_lock(${LOCK})`);
    const { rows: roles } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [SERVER_ROLE]);
    if (roles.length === 0) await client.query(`CREATE ROLE ${SERVER_ROLE}`);
    const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';
    // The role can see the statements of others, so they do not contain the password.
    const verifier = client.escapeLiteral(makeVerifier(cluster.password));
    await client.query(
      `ALTER ROLE ${SERVER_ROLE} ${rights} PASSWORD ${verifier};
       ALTER ROLE ${SERVER_ROLE} RESET ALL;
       ALTER ROLE ${SERVER_ROLE} IN DATABASE florin RESET ALL;
       ALTER DATABASE florin OWNER TO ${ADMIN_ROLE};
       GRANT CONNECT, CREATE, TEMPORARY ON DATABASE florin TO ${SERVER_ROLE}`,
    );
    const { rows: groups } = await client.query<{ name: string }>(
      `SELECT m.roleid::regrole::text AS name FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member WHERE r.rolname = $1`,
      [SERVER_ROLE],
    );
    for (const { name } of groups) await client.query(`REVOKE ${name} FROM ${SERVER_ROLE}`);
    // With it, a restore sees whether another process is connected.
    await client.query(`GRANT pg_read_all_stats TO ${SERVER_ROLE}`);
    const { rows } = await client.query<{ object: string }>(NOT_OWNED);
    for (const { object } of rows) await client.query(`ALTER ${object} OWNER TO ${SERVER_ROLE}`);
    await client.query('COMMIT');
  });
}

async function connected<Result>(
  { password }: Cluster,
  port: number,
  user: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user,
    password,
    database: 'florin',
    ssl: false,
    application_name: 'florin-probe',
    // A flaw in a statement could add functions to a schema of the path, and the superuser would run them.
    options: '-c search_path=pg_catalog',
    connectionTimeoutMillis: CONNECT_MS_MAX,
  });
  // An error also ends the query that waits, which reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
