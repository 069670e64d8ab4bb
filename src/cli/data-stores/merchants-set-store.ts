import { setMerchantStore } from '../../usecases/data-stores/set-merchant-store.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';

export const merchantsSetStore: Command = {
  words: 'merchants set-store',
  summary: 'Says in which data store a merchant’s data lies ("main" for the main database), before its first intent.',
  operands: ['merchant', 'store'],
  options: {},
  run: (context, { operands: [merchant = '', store = ''] }) =>
    context.withPorts(async (ports) => {
      const merchantId = readId('mer', merchant);
      const dataStoreId = store === 'main' ? undefined : readId('ds', store);
      await setMerchantStore(ports, { merchantId, dataStoreId, actor: 'cli' });
      return {
        json: { merchant_id: merchantId, data_store: store },
        text: `The data of ${merchantId} lies in ${store}.`,
      };
    }),
};
