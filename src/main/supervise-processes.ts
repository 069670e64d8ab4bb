import cluster from 'node:cluster';
import type { Config } from '../config.ts';
import type { Role } from '../domain/role.ts';
import { openLog } from '../system/log.ts';
import { findDatabase } from './assemble.ts';
import { SupervisedProcess } from './supervised-process.ts';

/** How long a process may take to end after its drain time. Longer than any of its timeouts. */
const STOP_MS_MAX = 15_000;
const CONNECTIONS_MIN = 2;

/**
 * Runs several processes on one port until it is told to stop. This one holds the embedded PostgreSQL and gives each
 * connection to the next process. The first process also has the other roles, and starts before the others: it migrates the
 * database, and if it cannot start, the others could not either.
 */
export async function superviseProcesses(config: Config, stopped: () => Promise<void>): Promise<void> {
  const address = await findDatabase(config);
  const stopping = stopped();
  const log = openLog(config.logLevel);
  // Not every number can be sent as JSON.
  cluster.setupPrimary({ serialization: 'advanced' });
  const envOf = (roles: readonly Role[]) => ({
    DATABASE_URL: address.url,
    FLORIN_PROCESSES: '1',
    FLORIN_ROLES: roles.join(),
    FLORIN_DATABASE_CONNECTIONS: String(
      Math.max(CONNECTIONS_MIN, Math.ceil(config.databaseConnectionsMax / config.processes)),
    ),
  });
  const collect = async (asking: SupervisedProcess) => {
    const reports = await Promise.all(all.map((one) => one.report()));
    asking.send({ florin: 'sum', reports: reports.filter((report) => report !== undefined) });
  };
  const make = (roles: readonly Role[]) =>
    new SupervisedProcess(envOf(roles), log.logger, (asking) => void collect(asking));
  const first = make(config.roles);
  const others = Array.from({ length: config.processes - 1 }, () => make(['api']));
  const all = [first, ...others];
  const startAll = async () => {
    await first.start({ mustServe: true });
    await Promise.all(others.map((one) => one.start({ mustServe: false })));
    all.find((one) => one.isServing)?.send({ florin: 'welcome', processes: all.length });
  };
  try {
    await Promise.race([startAll(), stopping]);
    await stopping;
  } finally {
    await Promise.all(all.map((one) => one.stop(config.drainMs + STOP_MS_MAX)));
    await address.leave();
    log.close();
  }
}
