import { UserError } from '../../domain/user-error.ts';
import { moveMerchant } from '../../usecases/data-stores/move-merchant.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';

export const merchantsMove: Command = {
  name: 'merchants move',
  summary:
    'Moves a merchant with all its data to another data store ("main" is the main database), while it is in use.',
  operands: [{ name: 'merchant' }, { name: 'store', optional: true }],
  options: { back: { type: 'boolean', help: 'go back to the store that an unfinished move came from' } },
  examples: [
    'merchants move mer_034xqZbw5Y9jHqVLMzNRCb ds_034xqZbw5Y9jHqVLMzNRCc',
    'merchants move mer_034xqZbw5Y9jHqVLMzNRCb main',
    'merchants move mer_034xqZbw5Y9jHqVLMzNRCb --back',
  ],
  run: (context, args) =>
    context.withMover(async (ports) => {
      const [merchant = '', store] = args.operands;
      if (args.flag('back') === (store !== undefined)) {
        throw new UserError('Name the data store to move to, or use --back.', 'usage');
      }
      const merchantId = readId('mer', merchant);
      const to = store === undefined ? 'back' : store === 'main' ? 'main' : readId('ds', store);
      const { to: place = 'main', moved } = await moveMerchant(ports, {
        merchantId,
        to,
        actor: 'cli',
        report: (text) => context.terminal.note(text),
      });
      return {
        json: { merchant_id: merchantId, data_store: place, rows: moved?.rows ?? 0, held_ms: moved?.heldMs ?? 0 },
        text: moved
          ? `${merchantId} is now in ${place}: ${moved.rows} rows, writes held for ${moved.heldMs} ms.`
          : `${merchantId} is in ${place}.`,
      };
    }),
};
