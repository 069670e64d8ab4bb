import { expect, it } from 'vitest';
import { waitUntil } from '../../test/support/wait-until.ts';
import { type DataStoreId, makeId } from '../domain/ids.ts';
import { startDatabaseLoops } from './database-loops.ts';

const observer = { succeeded: () => undefined, failed: () => undefined };

it('startDatabaseLoops starts one loop per database, also for one that is added, and stops them all', async () => {
  const added: DataStoreId = makeId('ds', 1, new Uint8Array(10));
  const databases: (DataStoreId | undefined)[] = [undefined];
  const running = new Set<DataStoreId | undefined>();
  let started = 0;
  const loops = startDatabaseLoops(
    { listDatabases: async () => databases },
    (id) => {
      running.add(id);
      started += 1;
      return { stop: async () => void running.delete(id) };
    },
    observer,
  );
  await waitUntil('the first loop runs', () => running.has(undefined));
  databases.push(added);
  await waitUntil('the second loop runs', () => running.has(added));
  expect(started).toBe(2);
  await loops.stop();
  expect(running.size).toBe(0);
});
