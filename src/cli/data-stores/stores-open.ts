import { openStore } from '../../usecases/data-stores/open-store.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';

export const storesOpen: Command = {
  name: 'stores open',
  summary: 'Opens a data store to new merchants: the open one with the fewest merchants gets the next.',
  operands: [{ name: 'store' }],
  options: {},
  examples: ['stores open ds_034xqZbw5Y9jHqVLMzNRCc'],
  run: (context, { operands: [store = ''] }) =>
    context.withPorts(async (ports) => {
      const id = readId('ds', store);
      await openStore(ports, { id, isOpen: true, actor: 'cli' });
      return { json: { id, open: true }, text: `${id} is open to new merchants.` };
    }),
};
