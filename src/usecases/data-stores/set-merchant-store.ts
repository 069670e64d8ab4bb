import type { DataStoreId, MerchantId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Merchant } from '../../ports/merchants.ts';
import type { Ports } from '../../ports/ports.ts';

const SETTLE_MS = LIMITS.keyCacheMs + LIMITS.principalCacheMs + LIMITS.answerMsMax;
const PAUSE_MARGIN_MS = 10_000;

/** Says in which database a merchant's data lies. Only before the first intent or item: data is never moved behind its owner's back. */
export async function setMerchantStore(
  ports: Ports,
  input: { merchantId: MerchantId; dataStoreId: DataStoreId | undefined; actor: string },
): Promise<void> {
  const merchant = await ports.merchants.find(input.merchantId);
  if (!merchant) throw new UserError(`There is no merchant ${input.merchantId}.`);
  if (input.dataStoreId !== undefined && !(await ports.dataStores.find(input.dataStoreId))) {
    throw new UserError(`There is no data store ${input.dataStoreId}.`);
  }
  if (merchant.dataStoreId === input.dataStoreId) return;
  // Processes know a merchant for some seconds, and a request may be on its way: wait for both before the last look.
  await refuseWithData(ports, merchant);
  await ports.merchants.pause(merchant.id, ports.clock.nowMs() + SETTLE_MS + PAUSE_MARGIN_MS);
  await ports.clock.sleep(SETTLE_MS);
  try {
    await refuseWithData(ports, merchant);
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

async function refuseWithData(ports: Ports, merchant: Merchant): Promise<void> {
  if (await ports.stores.hasData(merchant.id, merchant.dataStoreId)) {
    throw new UserError(
      `The merchant ${merchant.id} has payment intents already, or items; its data store cannot change any more.`,
    );
  }
}
