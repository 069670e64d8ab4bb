import { openStore } from '../../usecases/data-stores/open-store.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';

export const storesClose: Command = {
  name: 'stores close',
  summary: 'Closes a data store to new merchants. Its merchants stay.',
  operands: [{ name: 'store' }],
  options: {},
  examples: ['stores close ds_034xqZbw5Y9jHqVLMzNRCc'],
  run: (context, { operands: [store = ''] }) =>
    context.withPorts(async (ports) => {
      const id = readId('ds', store);
      await openStore(ports, { id, isOpen: false, actor: 'cli' });
      return { json: { id, open: false }, text: `${id} is closed to new merchants.` };
    }),
};
