import { drainStore } from '../../usecases/data-stores/drain-store.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';

export const storesDrain: Command = {
  name: 'stores drain',
  summary: 'Closes a data store and moves its merchants to the open ones, or to the main database if none is open.',
  operands: [{ name: 'store' }],
  options: {},
  examples: ['stores drain ds_034xqZbw5Y9jHqVLMzNRCc', 'stores drain main'],
  run: (context, { operands: [store = ''] }) =>
    context.withMover(async (ports) => {
      const id = store === 'main' ? undefined : readId('ds', store);
      const drained = await drainStore(ports, { id, actor: 'cli', report: (text) => context.terminal.note(text) });
      const data = drained.map(({ merchantId, to, heldMs }) => ({
        merchant_id: merchantId,
        data_store: to ?? 'main',
        held_ms: heldMs,
      }));
      return {
        json: { data },
        text: {
          columns: ['MERCHANT', 'DATA STORE', 'WRITES HELD'],
          rows: data.map((row) => [row.merchant_id, row.data_store, `${row.held_ms} ms`]),
          empty: 'The data store has no merchants.',
        },
      };
    }),
};
