import type { DataStoreId } from '../domain/ids.ts';
import type { Stores } from '../ports/stores.ts';
import { type Loop, type LoopObserver, startLoop } from './loop.ts';

const LOOK_MS = 1_000;

/**
 * One loop for each database, so that one that does not respond delays no other. A data store that is added gets its loop
 * within a second.
 */
export function startDatabaseLoops(
  stores: Pick<Stores, 'listDatabases'>,
  startFor: (dataStoreId: DataStoreId | undefined) => Pick<Loop, 'stop'>,
  observer: LoopObserver,
): Pick<Loop, 'stop'> {
  const loops = new Map<DataStoreId | undefined, Pick<Loop, 'stop'>>();
  const supervisor = startLoop(
    LOOK_MS,
    async () => {
      for (const id of await stores.listDatabases()) if (!loops.has(id)) loops.set(id, startFor(id));
    },
    observer,
  );
  return {
    async stop() {
      await supervisor.stop();
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}
