import type { DataStoreId } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Ports } from '../../ports/ports.ts';

/** Opens a data store to new merchants, or closes it. Its merchants stay. */
export async function openStore(
  { clock, dataStores }: Pick<Ports, 'clock' | 'dataStores'>,
  { id, isOpen, actor }: { id: DataStoreId; isOpen: boolean; actor: string },
): Promise<void> {
  const found = await dataStores.find(id);
  if (!found) throw new UserError(`There is no data store ${id}.`, 'not_found');
  if (found.isOpen === isOpen) return;
  const action = isOpen ? 'data_store.opened' : 'data_store.closed';
  const audit = { actor, action, merchantId: undefined, subject: id, details: { name: found.name } };
  await dataStores.setOpen(id, isOpen, { ...audit, atMs: clock.nowMs() });
}
