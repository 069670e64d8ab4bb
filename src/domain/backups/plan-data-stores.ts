import type { DataStoreId } from '../ids.ts';
import { UserError } from '../user-error.ts';
import type { Backup, DataStoreName } from './backup.ts';

/** Where the data of a data store goes: to another database, or nowhere, because the data store goes on as it is. */
export type StoreAnswer = { url: string } | 'keep';

/**
 * Every data store needs a decision: one that survived must not be overwritten with older data, and a restored copy of a
 * server must not work on the data of the original.
 */
export function planDataStores(
  { databases, dataStores }: Pick<Backup, 'databases' | 'dataStores'>,
  answers: ReadonlyMap<DataStoreId, StoreAnswer>,
): Map<DataStoreId, StoreAnswer> {
  const unknown = [...answers.keys()].find((id) => dataStores.every((store) => store.id !== id));
  if (unknown !== undefined) throw new UserError(`The backup knows no data store ${unknown}.`);
  const open = dataStores.filter(({ id }) => !answers.has(id));
  if (open.length > 0) throw new UserError(askFor(open));
  for (const [id, answer] of answers) {
    if (answer !== 'keep' && databases.every(({ name }) => name !== id))
      throw new UserError(`The backup does not contain the data of ${id}. Use --store ${id}=keep.`);
  }
  return new Map(answers);
}

const askFor = (stores: readonly DataStoreName[]): string =>
  [
    'Say for each data store where its data goes. With "keep", Florin goes on using the data store as it is:',
    ...stores.map(({ id, name }) => `  --store ${id}=<postgres URL or keep>   (${name})`),
  ].join('\n');
