import { becomeReadOnly } from './databases/become-read-only.ts';
import { dropConnections } from './databases/drop-connections.ts';
import { failOver } from './databases/fail-over.ts';
import { fillDiskCreating } from './databases/fill-disk-creating.ts';
import { fillDiskMigrating } from './databases/fill-disk-migrating.ts';
import { jumpDatabaseClock } from './databases/jump-database-clock.ts';
import { loseStore } from './databases/lose-store.ts';
import { moveMerchant } from './databases/move-merchant.ts';
import { patroniFaults } from './databases/patroni-faults.ts';
import { refuseWrites } from './databases/refuse-writes.ts';
import { swallowStatements } from './databases/swallow-statements.ts';
import type { Fault } from './fault.ts';
import { fuzzRoutes } from './input/fuzz-routes.ts';
import { logCanaries } from './input/log-canaries.ts';
import { repeatErrors } from './input/repeat-errors.ts';
import { smuggleRequests } from './input/smuggle-requests.ts';
import { delayNode } from './nodes/delay-node.ts';
import { disagreeingNodes } from './nodes/disagreeing-nodes.ts';
import { inflateNode } from './nodes/inflate-node.ts';
import { nodeAway } from './nodes/node-away.ts';
import { spoiledAnswers } from './nodes/spoil-answers.ts';
import { staleNode } from './nodes/stale-node.ts';
import { switchChain } from './nodes/switch-chain.ts';
import { exhaustDescriptors } from './processes/exhaust-descriptors.ts';
import { fillLogDisk } from './processes/fill-log-disk.ts';
import { jumpProgramClock } from './processes/jump-program-clock.ts';
import { killApi } from './processes/kill-api.ts';
import { killApiAfterCommit } from './processes/kill-api-after-commit.ts';
import { killAtRandom } from './processes/kill-at-random.ts';
import { killBackends } from './processes/kill-backends.ts';
import { killPostgres } from './processes/kill-postgres.ts';
import { killWorker } from './processes/kill-worker.ts';
import { killWorkerAfterCommit } from './processes/kill-worker-after-commit.ts';
import { loseAnswers } from './processes/lose-answers.ts';
import { stopApi } from './processes/stop-api.ts';
import { stopPostgres } from './processes/stop-postgres.ts';
import { stopWorker } from './processes/stop-worker.ts';

/** Every fault, in the order of docs/reliability.md. */
export const CATALOG: readonly Fault[] = [
  stopPostgres,
  stopApi,
  stopWorker,
  killPostgres,
  killBackends,
  killApi,
  killWorker,
  killApiAfterCommit,
  killWorkerAfterCommit,
  killAtRandom,
  loseAnswers,
  exhaustDescriptors,
  jumpProgramClock,
  fillLogDisk,
  fillDiskCreating,
  fillDiskMigrating,
  becomeReadOnly,
  refuseWrites,
  failOver,
  ...patroniFaults,
  loseStore,
  moveMerchant,
  jumpDatabaseClock,
  dropConnections,
  swallowStatements,
  nodeAway,
  staleNode,
  delayNode,
  ...spoiledAnswers,
  inflateNode,
  switchChain,
  disagreeingNodes,
  fuzzRoutes,
  smuggleRequests,
  repeatErrors,
  logCanaries,
];
