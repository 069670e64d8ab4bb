import type { Config } from '../config.ts';
import { Metrics } from '../http/server/metrics.ts';
import { WorkerMetrics } from '../system/worker-metrics.ts';
import { viewNetworks } from '../usecases/networks/view-networks.ts';
import { viewRoles } from '../usecases/operations/view-roles.ts';
import { viewQueues } from '../usecases/webhooks/view-queues.ts';
import type { Observers, Parts } from './assemble.ts';

/** The metrics of one process, whatever its roles are. */
export class ProcessMetrics implements Observers {
  readonly server: Metrics;
  readonly workers: WorkerMetrics;

  constructor({ roles }: Pick<Config, 'roles'>) {
    this.server = new Metrics(roles);
    this.workers = new WorkerMetrics(this.server.registry);
  }

  readonly onBatch: Observers['onBatch'] = (rows, seconds) => this.server.observeBatch(rows, seconds);

  readonly onNodeCall: Observers['onNodeCall'] = (network, result) => this.workers.observeNodeCall(network, result);

  /** Reads the databases with every scrape, in every process: any of them may be the one that still responds. */
  watch({ ports, database, stores }: Parts): void {
    this.server.watchPools(() => ({ control: database.counts, ...stores.pools() }));
    this.server.watchNetworks(() => viewNetworks(ports));
    this.server.watchRoles(() => viewRoles(ports));
    this.server.watchQueues(() => viewQueues(ports));
    this.server.watch(
      'florin_batch_rows_waiting',
      'New payment intents that wait for the next group commit of the main database',
      () => stores.rowsWaiting,
    );
  }

  readonly read = () => this.server.read();
}
