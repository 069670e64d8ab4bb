import { beforeEach, onTestFailed } from 'vitest';
import { runSql, servers } from './databases.ts';

/** What every connection waits for, so that a test that never ended says why. */
const ACTIVITY = `
  SELECT datname, application_name, state, wait_event_type, wait_event, pg_blocking_pids(pid) AS blocked_by, pid,
    round(extract(epoch FROM clock_timestamp() - query_start)) AS seconds, left(query, 120) AS query
  FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

beforeEach(() => {
  onTestFailed(async () => {
    for (const { name, url } of servers()) console.error(`${name} PostgreSQL:`, await runSql(url, ACTIVITY));
  });
});
