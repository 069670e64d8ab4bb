import type { DataStoreId, MerchantId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Ports } from '../../ports/ports.ts';

const WAIT_MS = LIMITS.keyCacheMs + LIMITS.principalCacheMs + LIMITS.answerMsMax;
const PAUSE_MARGIN_MS = 10_000;

/**
 * Sets the data store of a merchant that has no payment intents, items or webhook endpoints yet. Only its events move, such
 * as those of its wallets, so that their numbers go on.
 */
export async function setMerchantStore(
  ports: Ports,
  input: { merchantId: MerchantId; dataStoreId: DataStoreId | undefined; actor: string },
): Promise<void> {
  const merchant = await ports.merchants.find(input.merchantId);
  if (!merchant) throw new UserError(`There is no merchant ${input.merchantId}.`, 'not_found');
  if (input.dataStoreId !== undefined && !(await ports.dataStores.find(input.dataStoreId))) {
    throw new UserError(`There is no data store ${input.dataStoreId}.`, 'not_found');
  }
  if (merchant.dataStoreId === input.dataStoreId) return;
  // Processes cache a merchant for some seconds, and a request may be running: wait for both, then check again.
  await rejectIfUsed(ports, merchant);
  await ports.merchants.pause(merchant.id, ports.clock.nowMs() + WAIT_MS + PAUSE_MARGIN_MS);
  await ports.clock.sleep(WAIT_MS);
  try {
    await rejectIfUsed(ports, merchant);
    await ports.stores.moveEvents(merchant.id, merchant.dataStoreId, input.dataStoreId);
  } catch (error) {
    await ports.merchants.pause(merchant.id, undefined);
    throw error;
  }
  await ports.merchants.setDataStore(merchant.id, input.dataStoreId, {
    actor: input.actor,
    action: 'merchant.store_set',
    merchantId: merchant.id,
    subject: merchant.id,
    details: { from: merchant.dataStoreId ?? 'main', to: input.dataStoreId ?? 'main' },
    atMs: ports.clock.nowMs(),
  });
}

async function rejectIfUsed(ports: Ports, merchant: Merchant): Promise<void> {
  if (await ports.stores.hasData(merchant.id, merchant.dataStoreId)) {
    throw new UserError(
      `The merchant ${merchant.id} already has payment intents, items or webhook endpoints, so its data store cannot change.`,
    );
  }
}
