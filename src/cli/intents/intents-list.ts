import { listIntents } from '../../usecases/intents/list-intents.ts';
import type { Command } from '../command.ts';
import { storeOf, tenantOptions } from '../tenant-of.ts';
import { presentIntentRow } from './present-intent-row.ts';

export const intentsList: Command = {
  name: 'intents list',
  summary: 'Lists a merchant’s 20 newest payment intents.',
  options: tenantOptions,
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const page = await listIntents(await storeOf(ports, args), { limit: 20 });
      const data = page.intents.map(presentIntentRow);
      const line = (row: (typeof data)[number]) =>
        `${row.id}  ${row.status}  ${row.total_amount} ${row.currency_displayed}  ${row.amount_due} ${row.asset}  ${row.created_at}`;
      return {
        json: { data, next_cursor: page.next ?? null },
        text: data.map(line).join('\n') || 'No payment intents found.',
      };
    }),
};
