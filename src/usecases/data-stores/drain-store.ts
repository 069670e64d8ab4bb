import type { DataStoreId, MerchantId } from '../../domain/ids.ts';
import { placeMerchant } from '../../domain/merchants/place-merchant.ts';
import { UserError } from '../../domain/user-error.ts';
import { type MoveOrder, type MovePorts, moveMerchant } from './move-merchant.ts';
import { openStore } from './open-store.ts';

export interface Drained {
  merchantId: MerchantId;
  to: DataStoreId | undefined;
  heldMs: number;
}

/**
 * Closes a data store to new merchants and moves its merchants away, one after the other, each by the rule for new ones. If
 * it is interrupted, the next call moves the rest.
 */
export async function drainStore(
  ports: MovePorts,
  { id, actor, report }: Pick<MoveOrder, 'actor' | 'report'> & { id: DataStoreId | undefined },
): Promise<Drained[]> {
  const stores = (await ports.dataStores.list()).filter((store) => store.id !== id);
  if (id !== undefined) await openStore(ports, { id, isOpen: false, actor });
  else if (!stores.some(({ isOpen }) => isOpen)) throw new UserError('No data store is open. Open one, and try again.');
  const drained: Drained[] = [];
  for (const left of (await ports.moves.list()).filter(({ from, state }) => from === id && state === 'switched')) {
    // It has left already, and its old copy is still here.
    await moveMerchant(ports, { merchantId: left.merchantId, to: left.to ?? 'main', actor, report });
  }
  for (const { id: merchantId } of (await ports.merchants.list()).filter(({ dataStoreId }) => dataStoreId === id)) {
    const to = placeMerchant(stores, await ports.merchants.countByStore());
    report(`Moving ${merchantId} to ${to ?? 'main'}.`);
    const { moved } = await moveMerchant(ports, { merchantId, to: to ?? 'main', actor, report });
    drained.push({ merchantId, to, heldMs: moved?.heldMs ?? 0 });
  }
  return drained;
}
