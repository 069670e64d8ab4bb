import { Database, type DatabaseOptions } from './database/database.ts';
import { Outage } from './database/outage.ts';

/** For the claims of deliveries and their results. */
const DELIVERY_CONNECTIONS_MAX = 2;
const EXPORT_CONNECTIONS_MAX = 2;

type PoolOptions = Omit<DatabaseOptions, 'applicationName'> & { readUrl?: string | undefined };

/** The connections for work that must not wait for requests, nor requests for it. */
export type Pools = ReturnType<typeof openPools>;

export function openPools(options: PoolOptions) {
  const open = (applicationName: string, more: Partial<DatabaseOptions>) =>
    new Database({ ...options, connectionsMax: 1, ...more, applicationName });
  return {
    dispatcher: open('florin-dispatcher', { sort: 'off', prepares: true }),
    // A crash of the database that forgets a claim or a result means that an event is sent again, in order.
    deliveries: open('florin-deliveries', {
      connectionsMax: DELIVERY_CONNECTIONS_MAX,
      sort: 'off',
      hashJoins: 'off',
      prepares: true,
      synchronousCommit: 'off',
    }),
    // A crash that forgets terms forgets, too, that they were written.
    search: open('florin-search', { prepares: true, synchronousCommit: 'off' }),
    // Exports share few connections, so that lists never wait for them. A standby has its own outages.
    exports: open('florin-export', {
      connectionsMax: EXPORT_CONNECTIONS_MAX,
      ...(options.readUrl === undefined ? {} : { url: options.readUrl, outage: new Outage() }),
    }),
    // The request log has its own connection and its own view of outages, so its trouble is nobody else's.
    logger: open('florin-request-log', { outage: new Outage(), synchronousCommit: 'off' }),
  };
}
