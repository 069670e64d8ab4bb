import { setMerchantStore } from '../../usecases/data-stores/set-merchant-store.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';

export const merchantsSetStore: Command = {
  name: 'merchants set-store',
  summary: 'Sets a merchant’s data store ("main" is the main database). Only for a merchant without intents or items.',
  operands: [{ name: 'merchant' }, { name: 'store' }],
  options: {},
  examples: [
    'merchants set-store mer_034xqZbw5Y9jHqVLMzNRCb ds_034xqZbw5Y9jHqVLMzNRCc',
    'merchants set-store mer_034xqZbw5Y9jHqVLMzNRCb main',
  ],
  run: (context, { operands: [merchant = '', store = ''] }) =>
    context.withPorts(async (ports) => {
      const merchantId = readId('mer', merchant);
      const dataStoreId = store === 'main' ? undefined : readId('ds', store);
      await setMerchantStore(ports, { merchantId, dataStoreId, actor: 'cli' });
      return {
        json: { merchant_id: merchantId, data_store: store },
        text: `${merchantId} now stores its data in ${store}.`,
      };
    }),
};
